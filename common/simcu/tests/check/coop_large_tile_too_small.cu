// expect: race shared at 16 18
// may: uninitialised-read shared at 18
// SPDX-License-Identifier: Apache-2.0
// Tiles of two warps synchronise, but four warps exchange values.
// Needs CUDA 12: tiles of more than a warp.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;
__global__ void coop_large_tile_too_small_kernel(int* out) {
  __shared__ cg::block_tile_memory<128> s_memory;
  __shared__ int s_value[128];
  const auto block = cg::this_thread_block(s_memory);
  const auto tile = cg::tiled_partition<64>(block);
  s_value[threadIdx.x] = threadIdx.x;
  tile.sync();
  const int sum = s_value[threadIdx.x ^ 127];
  out[threadIdx.x] = sum;
}

int main() {
  int *d_out, h_out[128];
  cudaMalloc(&d_out, sizeof h_out);
  coop_large_tile_too_small_kernel<<<1, 128>>>(d_out);
  const bool failed = cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost) != cudaSuccess;
  cudaFree(d_out);
  unsigned sum = 0;
  for (const int i : h_out) sum = sum * 31 + i;
  std::printf("%u\n", sum);
  return failed;
}
