// SPDX-License-Identifier: Apache-2.0
// coalesced_threads: warp-aggregated atomics, shuffles and votes by rank, partitions by predicate and by
// label.
#include <cooperative_groups.h>

#include <cstdio>
namespace cg = cooperative_groups;

__device__ int aggregated_add(int* counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  int base = 0;
  if (active.thread_rank() == 0) base = atomicAdd(counter, (int)active.size());
  return active.shfl(base, 0) + active.thread_rank();
}

__global__ void compact_kernel(const int* in, int* out, int* counter, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 3 == 0) out[aggregated_add(counter)] = in[i];
}

__global__ void ranks_kernel(unsigned* out) {
  unsigned lane = threadIdx.x;
  if (lane % 5 < 2) {
    auto g = cg::coalesced_threads();
    unsigned* row = out + lane * 10;
    row[0] = g.size();
    row[1] = g.thread_rank();
    row[2] = g.shfl(lane, 3);
    row[3] = g.shfl_up(lane, 2);
    row[4] = g.shfl_down(lane, 2);
    row[5] = g.ballot(lane > 10);
    row[6] = g.any(lane == 30) + 2 * g.all(lane < 32);
    row[7] = g.match_any(lane / 10);
    int same = 0;
    row[8] = g.match_all(lane > 100, same) + 100 * same;
    auto part = cg::tiled_partition(g, 4);
    row[9] =
        part.thread_rank() + 10 * part.size() + 100 * part.meta_group_rank() + 1000 * part.meta_group_size();
    g.sync();
  }
}

__global__ void partitions_kernel(unsigned* out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  unsigned lane = threadIdx.x;
  unsigned* row = out + lane * 6;
  auto label = cg::labeled_partition(warp, lane % 5);
  row[0] = label.size() * 100 + label.thread_rank();
  row[1] = label.meta_group_rank() * 100 + label.meta_group_size();
  row[2] = label.shfl(lane, 1);
  auto half = cg::binary_partition(warp, lane % 4 == 1);
  row[3] = half.size() * 100 + half.thread_rank();
  row[4] = half.meta_group_rank() * 100 + half.meta_group_size();
  row[5] = cg::binary_partition(warp, lane < 99).size();
}

int main() {
  const int n = 1000;
  int h_in[n], h[400];
  for (int i = 0; i < n; ++i) h_in[i] = (i * 7919) % 1000;
  int *d_in, *d_out, *d_counter, count = 0;
  cudaMalloc(&d_in, sizeof h_in);
  cudaMalloc(&d_out, sizeof h_in);
  cudaMalloc(&d_counter, sizeof(int));
  cudaMemcpy(d_in, h_in, sizeof h_in, cudaMemcpyHostToDevice);
  cudaMemset(d_counter, 0, sizeof(int));
  compact_kernel<<<8, 128>>>(d_in, d_out, d_counter, n);
  cudaMemcpy(&count, d_counter, sizeof count, cudaMemcpyDeviceToHost);
  cudaMemcpy(h_in, d_out, count * sizeof(int), cudaMemcpyDeviceToHost);
  long long sum = 0;
  int bad = 0;
  for (int i = 0; i < count; ++i) sum += h_in[i], bad += h_in[i] % 3 != 0;
  printf("%d %lld %d\n", count, sum, bad);

  cudaMemset(d_out, 0, sizeof h);
  ranks_kernel<<<1, 32>>>((unsigned*)d_out);
  cudaMemcpy(h, d_out, 32 * 10 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 320; ++i) printf("%d%c", h[i], i % 40 == 39 ? '\n' : ' ');
  partitions_kernel<<<1, 32>>>((unsigned*)d_out);
  cudaMemcpy(h, d_out, 32 * 6 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 192; ++i) printf("%d%c", h[i], i % 48 == 47 ? '\n' : ' ');
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
