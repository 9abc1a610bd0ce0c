// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A kernel may use managed memory.
#include <cstdio>

__global__ void host_managed_kernel(int* data) {
  if (threadIdx.x < 4) data[threadIdx.x] = threadIdx.x;
}

int main() {
  int* data;
  cudaMallocManaged(&data, 64);
  host_managed_kernel<<<1, 32>>>(data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  if (!failed) std::printf("%d\n", data[3]);
  cudaFree(data);
  return failed;
}
