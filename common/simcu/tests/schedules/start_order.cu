// SPDX-License-Identifier: Apache-2.0
// Prints the order in which eight blocks start, and how many of their increments were lost.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kBlocks = 8;
__device__ int started, order[kBlocks], counter;

__global__ void order_kernel() {
  if (threadIdx.x == 0) order[atomicAdd(&started, 1)] = static_cast<int>(blockIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) {
    const int seen = atomicAdd(&counter, 0);
    atomicExch(&counter, seen + 1);
  }
}

int main() {
  order_kernel<<<kBlocks, 32>>>();
  int h_order[kBlocks], h_counter = 0;
  cudaMemcpyFromSymbol(h_order, order, sizeof h_order);
  cudaMemcpyFromSymbol(&h_counter, counter, sizeof h_counter);
  for (const int block : h_order) std::printf("%d ", block);
  std::printf("lost %d\n", kBlocks - h_counter);
}
