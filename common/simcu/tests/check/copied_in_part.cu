// expect: uninitialised-read global at 6
// SPDX-License-Identifier: Apache-2.0
// A copy brings elements, not bytes.
#include <cstdio>

__global__ void copied_in_part_kernel(const double* in, double* out) { out[threadIdx.x] = in[threadIdx.x]; }
int main() {
  static double h_in[64];
  double *d_in, *d_out;
  cudaMalloc(&d_in, sizeof h_in);
  cudaMalloc(&d_out, sizeof h_in);
  cudaMemcpy(d_in, h_in, 64, cudaMemcpyHostToDevice);
  copied_in_part_kernel<<<1, 64>>>(d_in, d_out);
  cudaDeviceSynchronize();
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
