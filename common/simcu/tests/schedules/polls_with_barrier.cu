// SPDX-License-Identifier: Apache-2.0
// All threads of block 0 poll together for block 1's flag. Block 0 always makes progress, but it must not
// prevent block 1 from running.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int flag;

__global__ void poll_kernel() {
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0) atomicExch(&flag, 1);
    return;
  }
  while (!__syncthreads_or(threadIdx.x == 0 ? atomicAdd(&flag, 0) : 0)) {
  }
}

int main() {
  poll_kernel<<<2, 32>>>();
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
