// SPDX-License-Identifier: Apache-2.0
// Keeps what is positive, with one atomic for the lanes that came together; counts by labelled partitions.
#include <cooperative_groups.h>

#include <algorithm>

#include "helper.h"

namespace cg = cooperative_groups;
__device__ int atomicAggInc(int* ctr) {
  auto g = cg::coalesced_threads();
  int warp_res;
  if (g.thread_rank() == 0) warp_res = atomicAdd(ctr, g.size());
  return g.shfl(warp_res, 0) + g.thread_rank();
}
__global__ void filter_k(int* dst, int* nres, const int* src, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  if (src[i] > 0) dst[atomicAggInc(nres)] = src[i];
}
__global__ void count_k(int* total, const int* src, int n) {
  cg::thread_block cta = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(cta);
  int i = threadIdx.x + blockIdx.x * blockDim.x, value = i < n ? src[i] : 0;
  auto sub = cg::labeled_partition(tile, value & 3);
  if (sub.thread_rank() == 0) atomicAdd(&total[value & 3], sub.size());
}
int main() {
  const int n = 1000, threads = divUp(n, 128) * 128;
  std::vector<int> in(n), want;
  unsigned s = 2;
  int counts[4] = {threads - n};  // threads without an element bring a zero
  for (int& x : in) x = int(nextRandom(s) % 200) - 100, ++counts[x & 3];
  for (int x : in)
    if (x > 0) want.push_back(x);
  DeviceArray<int> d_in(in), d_out(n), d_count(1), d_total(4);
  d_count.zero();
  d_total.zero();
  d_out.zero();
  filter_k<<<threads / 128, 128>>>(d_out.data, d_count.data, d_in.data, n);
  count_k<<<threads / 128, 128>>>(d_total.data, d_in.data, n);
  std::vector<int> out = d_out.get(), total = d_total.get();
  out.resize(d_count.get()[0]);
  std::sort(out.begin(), out.end());
  std::sort(want.begin(), want.end());
  return out == want && std::equal(total.begin(), total.end(), counts) ? EXIT_SUCCESS : EXIT_FAILURE;
}
