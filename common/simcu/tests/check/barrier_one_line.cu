// expect: barrier-divergence
// SPDX-License-Identifier: Apache-2.0
// The two halves of a warp wait at two barriers on one line.
#include <cuda_runtime.h>

// clang-format off
__global__ void one_line_kernel(int* d_out) {
  if (threadIdx.x < 16) __syncthreads(); else { d_out[threadIdx.x] = 1; __syncthreads(); }
}
// clang-format on

int main() {
  int* d_out;
  cudaMalloc(&d_out, 32 * sizeof(int));
  one_line_kernel<<<1, 32>>>(d_out);
  cudaDeviceSynchronize();
  cudaFree(d_out);
  return 0;
}
