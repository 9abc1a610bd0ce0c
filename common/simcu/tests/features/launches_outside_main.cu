// SPDX-License-Identifier: Apache-2.0
// Static objects launch kernels before main begins and after it ends. Memory that the thread has freed by
// then is in use again, and must stay unchanged.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <vector>

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
    std::vector<std::vector<char>> others;
    for (std::size_t bytes = 24; bytes <= 512; bytes += 16) others.emplace_back(bytes, 'x');
    add_kernel<<<2, 64>>>(value, 10);
    std::printf("after main: %s, ", cudaGetErrorString(cudaDeviceSynchronize()));
    std::printf("%d\n", *value);
    for (const auto& o : others)
      if (std::count(o.begin(), o.end(), 'x') != static_cast<long>(o.size()))
        std::puts("memory of others was changed");
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
