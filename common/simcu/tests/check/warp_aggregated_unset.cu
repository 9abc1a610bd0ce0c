// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A warp-aggregated atomic in which only the leader sets what the lanes hand to the shuffle.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__device__ int take_place(int* counter) {
  const cg::coalesced_group active = cg::coalesced_threads();
  int first;
  if (active.thread_rank() == 0) first = atomicAdd(counter, static_cast<int>(active.size()));
  return active.shfl(first, 0) + static_cast<int>(active.thread_rank());
}

__global__ void warp_aggregated_unset_kernel(const int* in, int* out, int* counter) {
  const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (value % 3 == 0) out[take_place(counter)] = value;
}

int main() {
  constexpr int kCount = 1024;
  static int h_in[kCount], h_out[kCount];
  for (int i = 0; i < kCount; ++i) h_in[i] = i;
  int *d_in, *d_out, *d_counter, count = 0;
  cudaMalloc(&d_in, sizeof h_in);
  cudaMalloc(&d_out, sizeof h_out);
  cudaMalloc(&d_counter, sizeof *d_counter);
  cudaMemcpy(d_in, h_in, sizeof h_in, cudaMemcpyHostToDevice);
  cudaMemset(d_counter, 0, sizeof *d_counter);
  warp_aggregated_unset_kernel<<<4, 256>>>(d_in, d_out, d_counter);
  cudaMemcpy(&count, d_counter, sizeof count, cudaMemcpyDeviceToHost);
  cudaMemcpy(h_out, d_out, count * sizeof(int), cudaMemcpyDeviceToHost);
  long sum = 0;
  for (int i = 0; i < count; ++i) sum += h_out[i];
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_counter);
  std::printf("%d values, sum %ld\n", count, sum);
  return 0;
}
