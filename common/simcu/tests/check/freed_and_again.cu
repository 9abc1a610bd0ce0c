// expect: uninitialised-read global at 7
// SPDX-License-Identifier: Apache-2.0
// Memory is freed and allocated again: what was written before counts no more.
#include <cstdio>

__global__ void fill_kernel(int* data) { data[threadIdx.x] = threadIdx.x; }
__global__ void freed_and_again_kernel(const int* data, int* out) { out[threadIdx.x] = data[threadIdx.x]; }
int main() {
  int *d_a, *d_out;
  cudaMalloc(&d_out, 256);
  for (int round = 0; round < 2; ++round) {
    cudaMalloc(&d_a, 256);
    if (round == 0) fill_kernel<<<1, 64>>>(d_a);
    freed_and_again_kernel<<<1, 64>>>(d_a, d_out);
    cudaFree(d_a);
  }
  cudaFree(d_out);
  return 0;
}
