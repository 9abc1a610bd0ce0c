// expect: race shared at 13 15
// SPDX-License-Identifier: Apache-2.0
// A warp stores a tile, and the block reads it without a barrier: the functions of wmma order nothing.
#include <mma.h>

#include <cstdio>

__global__ void wmma_tile_no_barrier_kernel(float* out) {
  __shared__ __align__(32) float s_tile[16 * 16];
  if (threadIdx.x < 32) {
    nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> tile;
    nvcuda::wmma::fill_fragment(tile, 2.0f);
    nvcuda::wmma::store_matrix_sync(s_tile, tile, 16, nvcuda::wmma::mem_row_major);
  }
  out[threadIdx.x] = s_tile[threadIdx.x];
}

int main() {
  float *d_out, h_out[64];
  cudaMalloc(&d_out, sizeof h_out);
  wmma_tile_no_barrier_kernel<<<1, 64>>>(d_out);
  const bool failed = cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost) != cudaSuccess;
  cudaFree(d_out);
  std::printf("%g\n", h_out[63]);
  return failed;
}
