// SPDX-License-Identifier: Apache-2.0
// Two races: block 1 reads a write by block 0, and thread 1 of block 0 reads a write by thread 0.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int data, near, far_read, near_read;

__global__ void racy_kernel() {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) data = 42;
    if (threadIdx.x == 0) near = 7;
    if (threadIdx.x == 1) near_read = near;
  } else if (threadIdx.x == 0) {
    far_read = data;
  }
}

int main() {
  racy_kernel<<<2, 32>>>();
  int h_far = 0, h_near = 0;
  cudaMemcpyFromSymbol(&h_far, far_read, sizeof h_far);
  cudaMemcpyFromSymbol(&h_near, near_read, sizeof h_near);
  std::printf("far %d near %d\n", h_far, h_near);
}
