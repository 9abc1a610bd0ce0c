// expect: race shared at 14 18
// expect: uninitialised-read shared at 18
// SPDX-License-Identifier: Apache-2.0
// The next tile but one comes into the half that others may still read: the barrier at the end is missing.
#include <cuda_pipeline.h>

__global__ void async_ring_no_barrier_kernel(const int* in, int* out) {
  constexpr int kTiles = 6;
  __shared__ int s_tiles[2][64];
  const unsigned t = threadIdx.x;
  __pipeline_memcpy_async(&s_tiles[0][t], &in[t], sizeof(int));
  __pipeline_commit();
  for (int tile = 0; tile < kTiles; ++tile) {
    if (tile + 1 < kTiles) __pipeline_memcpy_async(&s_tiles[(tile + 1) % 2][t], &in[(tile + 1) * 64 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    out[tile * 64 + t] = s_tiles[tile % 2][63 - t];
  }
}

int main() {
  int *d_in, *d_out;
  cudaMalloc(&d_in, 6 * 64 * sizeof(int));
  cudaMalloc(&d_out, 6 * 64 * sizeof(int));
  cudaMemset(d_in, 0, 6 * 64 * sizeof(int));
  async_ring_no_barrier_kernel<<<1, 64>>>(d_in, d_out);
  cudaDeviceSynchronize();
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
