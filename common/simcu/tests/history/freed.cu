// SPDX-License-Identifier: Apache-2.0
// Memory that is freed right after it is filled, and memory that a device reset frees.

__global__ void first_kernel(int* d_a) { d_a[0] = 1; }
__global__ void second_kernel(int* d_b) { d_b[0] = 2; }
__global__ void empty_kernel() {}

int main() {
  int *d_a, *d_b;
  cudaMalloc(&d_a, 400);
  first_kernel<<<1, 1>>>(d_a);
  cudaMemset(d_a, 0, 400);
  cudaFree(d_a);
  cudaMalloc(&d_a, 400);
  first_kernel<<<1, 1>>>(d_a);
  cudaDeviceReset();
  cudaMalloc(&d_b, 400);
  second_kernel<<<1, 1>>>(d_b);
  cudaDeviceReset();
  empty_kernel<<<1, 1>>>();
}
