// expect: host-pointer at 8
// SPDX-License-Identifier: Apache-2.0
// A kernel gets memory from malloc.
#include <cstdio>
#include <cstdlib>

__global__ void host_pointer_heap_kernel(int* data) {
  if (threadIdx.x < 4) data[threadIdx.x] = threadIdx.x;
}

int main() {
  int* data = static_cast<int*>(std::malloc(64));
  host_pointer_heap_kernel<<<1, 32>>>(data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  if (!failed) std::printf("%d\n", data[3]);
  std::free(data);
  return failed;
}
