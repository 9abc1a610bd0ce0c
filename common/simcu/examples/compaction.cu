// SPDX-License-Identifier: Apache-2.0
// Keeps the elements that satisfy a predicate, with one atomic per element, per warp, or per block.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <vector>

#include "check.h"

namespace cg = cooperative_groups;

struct is_multiple_of {
  int divisor;
  __host__ __device__ bool operator()(int value) const { return value % divisor == 0; }
};

template <typename Predicate>
__global__ void filter_atomic_kernel(int* dst, int* count, const int* src, int n, Predicate keep) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n && keep(src[i])) dst[atomicAdd(count, 1)] = src[i];
}

// Does one atomicAdd for all threads that call this together.
__device__ int aggregated_increment(int* counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  int first = 0;
  if (active.thread_rank() == 0) first = atomicAdd(counter, static_cast<int>(active.size()));
  return active.shfl(first, 0) + active.thread_rank();
}

template <typename Predicate>
__global__ void filter_warp_kernel(int* dst, int* count, const int* src, int n, Predicate keep) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  if (keep(src[i])) dst[aggregated_increment(count)] = src[i];
}

// Ranks elements by ballot and population count within a warp, and combines warp totals in shared memory.
template <typename Predicate>
__global__ void filter_block_kernel(int* dst, int* count, const int* src, int n, Predicate keep) {
  __shared__ int s_warp_total[32];
  __shared__ int s_block_start;
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const int kept = i < n && keep(src[i]);

  const unsigned votes = __ballot_sync(0xffffffff, kept);
  const int rank = __popc(votes & ((1u << lane) - 1));
  if (lane == 0) s_warp_total[warp] = __popc(votes);
  const int total = __syncthreads_count(kept);
  if (threadIdx.x == 0) s_block_start = atomicAdd(count, total);
  __syncthreads();

  int start = s_block_start;
  for (int w = 0; w < warp; ++w) start += s_warp_total[w];
  if (kept) dst[start + rank] = src[i];
}

int main() {
  const int n = 40'000, block_size = 192;
  const int blocks = (n + block_size - 1) / block_size;
  const is_multiple_of keep{3};
  std::vector<int> h_src(n), expected;
  for (int i = 0; i < n; ++i) h_src[i] = static_cast<int>((i * 7919LL) % 100'003);
  std::copy_if(h_src.begin(), h_src.end(), std::back_inserter(expected), keep);
  std::sort(expected.begin(), expected.end());

  int *d_src, *d_dst, *d_count;
  CHECK(cudaMalloc(&d_src, n * sizeof(int)));
  CHECK(cudaMalloc(&d_dst, n * sizeof(int)));
  CHECK(cudaMalloc(&d_count, sizeof(int)));
  CHECK(cudaMemcpy(d_src, h_src.data(), n * sizeof(int), cudaMemcpyHostToDevice));

  bool passed = true;
  const char* names[] = {"one atomic per element", "one atomic per warp", "one atomic per block"};
  for (int version = 0; version < 3; ++version) {
    CHECK(cudaMemset(d_count, 0, sizeof(int)));
    if (version == 0) filter_atomic_kernel<<<blocks, block_size>>>(d_dst, d_count, d_src, n, keep);
    if (version == 1) filter_warp_kernel<<<blocks, block_size>>>(d_dst, d_count, d_src, n, keep);
    if (version == 2) filter_block_kernel<<<blocks, block_size>>>(d_dst, d_count, d_src, n, keep);
    CHECK(cudaGetLastError());
    int count = 0;
    CHECK(cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost));
    std::vector<int> h_dst(count);
    CHECK(cudaMemcpy(h_dst.data(), d_dst, count * sizeof(int), cudaMemcpyDeviceToHost));
    std::sort(h_dst.begin(), h_dst.end());  // the order of the result depends on the order of the atomics
    const bool same = h_dst == expected;
    std::printf("%s: kept %d of %d, %s\n", names[version], count, n,
                same ? "all of them right" : "wrong elements");
    passed = passed && same;
  }
  CHECK(cudaFree(d_src));
  CHECK(cudaFree(d_dst));
  CHECK(cudaFree(d_count));
  std::printf("compaction: %s\n", passed ? "PASSED" : "FAILED");
  return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
