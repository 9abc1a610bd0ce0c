// expect: race global-cross-launch at 14 7
// SPDX-License-Identifier: Apache-2.0
// The host prepares the next round in managed memory that the kernel still reads.
#include <cstdio>

__global__ void managed_write_too_early_kernel(const int* data, int* out) {
  out[threadIdx.x] = data[threadIdx.x];
}
int main() {
  int *data, *d_out;
  cudaMallocManaged(&data, 256);
  cudaMalloc(&d_out, 256);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 64; ++i) data[i] = i * round;
    managed_write_too_early_kernel<<<1, 64>>>(data, d_out);
  }
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(d_out);
  return 0;
}
