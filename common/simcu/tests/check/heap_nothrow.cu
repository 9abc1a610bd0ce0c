// expect: clean
// SPDX-License-Identifier: Apache-2.0
// std's stable sort, in thrust::sort in a kernel, takes memory with new (std::nothrow): it is the kernel's
// heap.
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

#include <cstdio>

__global__ void heap_nothrow_kernel(int* data, int count) {
  int* const mine = data + threadIdx.x * count;
  thrust::sort(thrust::seq, mine, mine + count);
}

int main() {
  constexpr int kThreads = 32, kCount = 20;
  int h_data[kThreads * kCount];
  for (int i = 0; i < kThreads * kCount; ++i) h_data[i] = i * 7 % 31;
  int* d_data;
  cudaMalloc(&d_data, sizeof h_data);
  cudaMemcpy(d_data, h_data, sizeof h_data, cudaMemcpyHostToDevice);
  heap_nothrow_kernel<<<1, kThreads>>>(d_data, kCount);
  const bool failed = cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost) != cudaSuccess;
  cudaFree(d_data);
  std::printf("%d %d\n", h_data[0], h_data[kCount - 1]);
  return failed;
}
