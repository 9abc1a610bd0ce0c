// expect: device-pointer at 11
// SPDX-License-Identifier: Apache-2.0
// Host code reads a variable of the device: on a GPU, the host's has another value.
#include <cstdio>

__device__ int d_sum;
__global__ void set_kernel() { d_sum = 7; }
int main() {
  set_kernel<<<1, 1>>>();
  cudaDeviceSynchronize();
  std::printf("%d\n", d_sum);
  return 0;
}
