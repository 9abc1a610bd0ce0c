// expect: host-pointer at 7
// SPDX-License-Identifier: Apache-2.0
// A kernel gets an array of main.
#include <cstdio>

__global__ void host_pointer_stack_kernel(int* data) {
  if (threadIdx.x < 4) data[threadIdx.x] = threadIdx.x;
}

int main() {
  int data[4] = {0, 0, 0, 0};
  host_pointer_stack_kernel<<<1, 32>>>(data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  if (!failed) std::printf("%d\n", data[3]);
  return failed;
}
