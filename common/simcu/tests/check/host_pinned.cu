// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A kernel may use pinned host memory.
#include <cstdio>

__global__ void host_pinned_kernel(int* data) {
  if (threadIdx.x < 4) data[threadIdx.x] = threadIdx.x;
}

int main() {
  int* data;
  cudaMallocHost(&data, 64);
  host_pinned_kernel<<<1, 32>>>(data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  if (!failed) std::printf("%d\n", data[3]);
  cudaFreeHost(data);
  return failed;
}
