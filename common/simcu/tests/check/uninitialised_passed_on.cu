// expect: uninitialised-read global at 7
// SPDX-License-Identifier: Apache-2.0
// A copy on the device carries what was never written.
#include <cstdio>

__global__ void uninitialised_passed_on_kernel(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x] + 1;
}
int main() {
  int *d_a, *d_b;
  cudaMalloc(&d_a, 256);
  cudaMalloc(&d_b, 256);
  cudaMemcpy(d_b, d_a, 256, cudaMemcpyDeviceToDevice);
  uninitialised_passed_on_kernel<<<1, 64>>>(d_b, d_a);
  cudaDeviceSynchronize();
  cudaFree(d_a);
  cudaFree(d_b);
  return 0;
}
