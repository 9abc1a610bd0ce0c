// expect: use-after-free at 6
// SPDX-License-Identifier: Apache-2.0
// The kernel uses memory that was given back.
#include <cstdio>

__global__ void use_after_free_kernel(int* data) { data[threadIdx.x] = 1; }

int main() {
  int *d_data, *d_other;
  cudaMalloc(&d_data, 64 * sizeof(int));
  cudaMalloc(&d_other, 64 * sizeof(int));
  cudaFree(d_data);
  use_after_free_kernel<<<1, 64>>>(d_data);
  cudaDeviceSynchronize();
  cudaFree(d_other);
  return 0;
}
