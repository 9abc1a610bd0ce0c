// expect: host-pointer at 7
// SPDX-License-Identifier: Apache-2.0
// A kernel gets a variable of the host.
#include <cstdio>

__global__ void host_pointer_global_kernel(int* data) {
  if (threadIdx.x < 4) data[threadIdx.x] = threadIdx.x;
}

int main() {
  static int data[4];
  host_pointer_global_kernel<<<1, 32>>>(data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  if (!failed) std::printf("%d\n", data[3]);
  return failed;
}
