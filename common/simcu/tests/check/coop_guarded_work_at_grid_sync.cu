// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Threads beyond the end also come to the grid's barrier.
#include <cooperative_groups.h>

#include <cstdio>

__global__ void coop_guarded_work_at_grid_sync_kernel(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = 0;
  cooperative_groups::this_grid().sync();
  if (i < n) data[i] += i;
}

int main() {
  int* d_data;
  int n = 100;
  cudaMalloc(&d_data, 512 * sizeof(int));
  void* arguments[] = {&d_data, &n};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(coop_guarded_work_at_grid_sync_kernel), dim3(2),
                              dim3(64), arguments, 0, nullptr);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_data);
  std::printf("done\n");
  return failed;
}
