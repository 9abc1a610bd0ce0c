// expect: out-of-bounds global at 7
// says: where an unsigned index below zero of `d_in` leads
// SPDX-License-Identifier: Apache-2.0
// Before the start of an array, with an unsigned index: 2^32 elements further on.
#include <cstdio>
__global__ void bounds_unsigned_kernel(unsigned* d_out, const unsigned* d_in) {
  d_out[threadIdx.x] = d_in[threadIdx.x - 1];
}

int main() {
  unsigned *d_in, *d_out;
  cudaMalloc(&d_in, 64 * sizeof *d_in);
  cudaMalloc(&d_out, 64 * sizeof *d_out);
  cudaMemset(d_in, 0, 64 * sizeof *d_in);
  bounds_unsigned_kernel<<<1, 64>>>(d_out, d_in);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_in);
  cudaFree(d_out);
  std::printf("%s\n", failed ? "failed" : "done");
  return failed;
}
