// expect: out-of-bounds global at 6
// SPDX-License-Identifier: Apache-2.0
// A row too many of a pitched allocation.
#include <cstdio>

__global__ void pitch_past_end_kernel(char* data, size_t pitch) { data[threadIdx.x * pitch] = 1; }
int main() {
  char* d_data;
  size_t pitch;
  cudaMallocPitch(&d_data, &pitch, 100, 8);
  pitch_past_end_kernel<<<1, 9>>>(d_data, pitch);
  cudaDeviceSynchronize();
  cudaFree(d_data);
  return 0;
}
