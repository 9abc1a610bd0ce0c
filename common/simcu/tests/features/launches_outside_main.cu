// SPDX-License-Identifier: Apache-2.0
// Kernels launched before main has begun and after it has ended, by static objects.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add_kernel(int* value, int summand) {
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(value, summand);
}

struct counter {
  int* value = nullptr;
  counter() {
    cudaMallocManaged(&value, sizeof(int));
    *value = 0;
    add_kernel<<<2, 64>>>(value, 1);
    cudaDeviceSynchronize();
  }
  ~counter() {
    add_kernel<<<2, 64>>>(value, 10);
    std::printf("after main: %s, ", cudaGetErrorString(cudaDeviceSynchronize()));
    std::printf("%d\n", *value);
    cudaFree(value);
  }
};

counter global_counter;

int main() {
  add_kernel<<<1, 64>>>(global_counter.value, 3);
  std::printf("in main: %s, ", cudaGetErrorString(cudaDeviceSynchronize()));
  std::printf("%d\n", *global_counter.value);
  return 0;
}
