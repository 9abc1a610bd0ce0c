// SPDX-License-Identifier: Apache-2.0
// A barrier that half of the block never reaches, because it waits in a shuffle for the other half.
#include <cuda_runtime.h>

#include <cstdio>

// [deadlock-kernel]
__global__ void sum_kernel(const unsigned* d_in, unsigned* d_sum) {
  unsigned value = d_in[threadIdx.x];
  if (threadIdx.x < 16) __syncthreads();
  value += __shfl_down_sync(0xffffffff, value, 16);
  if (threadIdx.x == 0) *d_sum = value;
}
// [deadlock-kernel]

int main() {
  unsigned* d = nullptr;
  cudaMalloc(&d, 33 * sizeof *d);
  cudaMemset(d, 0, 33 * sizeof *d);
  sum_kernel<<<1, 32>>>(d, d + 32);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 0;
}
