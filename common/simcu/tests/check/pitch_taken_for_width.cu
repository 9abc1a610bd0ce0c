// expect: uninitialised-read global at 7
// SPDX-License-Identifier: Apache-2.0
// Rows of a pitched allocation are addressed by the width: the last rows are read as the first.
#include <cstdio>

__global__ void pitch_taken_for_width_kernel(const char* in, int* out, int width) {
  out[threadIdx.x] = in[threadIdx.x * width + width - 1];
}
int main() {
  char* d_in;
  int* d_out;
  size_t pitch;
  cudaMallocPitch(&d_in, &pitch, 100, 8);
  cudaMemset2D(d_in, pitch, 1, 100, 8);
  cudaMalloc(&d_out, 8 * sizeof(int));
  pitch_taken_for_width_kernel<<<1, 8>>>(d_in, d_out, 128);
  int h_out[8];
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  std::printf("%d\n", h_out[0]);
  return 0;
}
