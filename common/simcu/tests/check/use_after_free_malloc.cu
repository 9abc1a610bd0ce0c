// expect: use-after-free at 6
// SPDX-License-Identifier: Apache-2.0
// The kernel uses the memory that was freed last, after more has been allocated: that lies elsewhere.
#include <cstdio>

__global__ void use_after_free_malloc_kernel(int* data) { data[threadIdx.x] = 1; }

int main() {
  int *d_data, *d_other;
  cudaMalloc(&d_data, 64 * sizeof(int));
  cudaFree(d_data);
  cudaMalloc(&d_other, 64 * sizeof(int));
  use_after_free_malloc_kernel<<<1, 64>>>(d_data);
  cudaDeviceSynchronize();
  cudaFree(d_other);
  return 0;
}
