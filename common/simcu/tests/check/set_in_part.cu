// expect: uninitialised-read global at 6
// SPDX-License-Identifier: Apache-2.0
// Only a part of the array is cleared: the count of bytes is that of the elements.
#include <cstdio>

__global__ void set_in_part_kernel(int* bins) { atomicAdd(&bins[threadIdx.x], 1); }
int main() {
  int* d_bins;
  cudaMalloc(&d_bins, 64 * sizeof(int));
  cudaMemset(d_bins, 0, 64);
  set_in_part_kernel<<<1, 64>>>(d_bins);
  cudaDeviceSynchronize();
  cudaFree(d_bins);
  return 0;
}
