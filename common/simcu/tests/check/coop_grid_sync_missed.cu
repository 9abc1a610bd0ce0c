// expect: deadlock
// SPDX-License-Identifier: Apache-2.0
// A block returns before the barrier of the grid.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;
__global__ void coop_grid_sync_missed_kernel(int* data) {
  if (blockIdx.x == 3) return;
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  cg::this_grid().sync();
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  void* arguments[] = {&d_data};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(coop_grid_sync_missed_kernel), dim3(4), dim3(64),
                              arguments, 0, nullptr);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_out[kCount];
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const int value : h_out) sum = sum * 31 + static_cast<unsigned>(value);
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("%u\n", sum);
  return failed;
}
