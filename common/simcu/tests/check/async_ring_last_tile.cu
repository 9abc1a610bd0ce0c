// expect: uninitialised-read shared at 23
// SPDX-License-Identifier: Apache-2.0
// While a tile is summed up, the next one comes. The last tile is the newest copy itself, and is not waited
// for.
#include <cuda_pipeline.h>

#include <cstdio>

__global__ void async_ring_last_tile_kernel(const int* in, int* out) {
  constexpr int kTiles = 6;
  __shared__ int s_tiles[2][64];
  const unsigned t = threadIdx.x;
  __pipeline_memcpy_async(&s_tiles[0][t], &in[t], sizeof(int));
  __pipeline_commit();
  int sum = 0;
  for (int tile = 0; tile < kTiles; ++tile) {
    if (tile + 1 < kTiles) {
      __pipeline_memcpy_async(&s_tiles[(tile + 1) % 2][t], &in[(tile + 1) * 64 + t], sizeof(int));
      __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s_tiles[tile % 2][63 - t];
    __syncthreads();
  }
  out[t] = sum;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 1, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  async_ring_last_tile_kernel<<<1, 64>>>(d_data, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_out[kCount];
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const int value : h_out) sum = sum * 31 + static_cast<unsigned>(value);
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("%u\n", sum);
  return failed;
}
