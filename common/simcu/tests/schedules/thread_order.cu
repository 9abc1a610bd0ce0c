// SPDX-License-Identifier: Apache-2.0
// Prints the order in which the threads of one block reach an atomic, in two launches.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kThreads = 8;
__device__ int arrived, order[2 * kThreads];

__global__ void order_kernel() { order[atomicAdd(&arrived, 1)] = static_cast<int>(threadIdx.x); }

int main() {
  order_kernel<<<1, kThreads>>>();
  order_kernel<<<1, kThreads>>>();
  int h_order[2 * kThreads];
  cudaMemcpyFromSymbol(h_order, order, sizeof h_order);
  for (const int thread : h_order) std::printf("%d ", thread);
  std::printf("\n");
}
