// expect: race shared at 8 16
// says: If none does, put it between the two accesses
// SPDX-License-Identifier: Apache-2.0
// No loop: there is a barrier between the two lines, but both accesses come after it.
#include <cstdio>

// The block's barrier is further down, and `fill` is called again after it.
__device__ void fill(int* tile, int value) { tile[threadIdx.x] = value; }

__global__ void tiles_written_again_kernel(int* out) {
  __shared__ int s_tile[64];
  fill(s_tile, 1);
  __syncthreads();
  const int neighbour = 63 - threadIdx.x;
  int sum = 0;
  sum += s_tile[neighbour];
  fill(s_tile, sum + 1);
  out[threadIdx.x] = sum;
}

int main() {
  int* d_out;
  cudaMalloc(&d_out, 64 * sizeof(int));
  tiles_written_again_kernel<<<1, 64>>>(d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_out);
  std::printf("done\n");
  return failed;
}
