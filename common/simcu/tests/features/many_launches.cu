// SPDX-License-Identifier: Apache-2.0
// A hundred thousand small kernels in a row, and one with a hundred thousand blocks.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count_kernel(int* total) {
  if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1) *total += 1;
}

__global__ void sum_kernel(unsigned long long* total) {
  __shared__ unsigned s_block;
  if (threadIdx.x == 0) s_block = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 31) atomicAdd(total, static_cast<unsigned long long>(s_block));
}

int main() {
  int* launches;
  unsigned long long* sum;
  cudaMallocManaged(&launches, sizeof *launches);
  cudaMallocManaged(&sum, sizeof *sum);
  *launches = 0;
  *sum = 0;
  for (int i = 0; i < 100000; ++i) count_kernel<<<1 + i % 2, 32>>>(launches);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  std::printf("%d launches\n", *launches);
  sum_kernel<<<100000, 32>>>(sum);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  std::printf("sum of the block indices: %llu\n", *sum);
  return 0;
}
