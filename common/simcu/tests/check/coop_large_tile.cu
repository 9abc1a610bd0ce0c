// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Tiles of two warps exchange among themselves, and add up.
// Needs CUDA 12: tiles of more than a warp.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>

namespace cg = cooperative_groups;
__global__ void coop_large_tile_kernel(int* out) {
  __shared__ cg::block_tile_memory<128> s_memory;
  __shared__ int s_value[128];
  const auto block = cg::this_thread_block(s_memory);
  const auto tile = cg::tiled_partition<64>(block);
  s_value[threadIdx.x] = threadIdx.x;
  tile.sync();
  int sum = s_value[threadIdx.x ^ 63];
  const auto warp = cg::tiled_partition<32>(tile);
  sum += 1000 * warp.meta_group_rank() + cg::reduce(tile, s_value[threadIdx.x], cg::plus<int>());
  out[threadIdx.x] = sum + tile.shfl(sum, 40) + tile.any(threadIdx.x == 100) + tile.all(threadIdx.x < 64);
}

int main() {
  int *d_out, h_out[128];
  cudaMalloc(&d_out, sizeof h_out);
  coop_large_tile_kernel<<<1, 128>>>(d_out);
  const bool failed = cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost) != cudaSuccess;
  cudaFree(d_out);
  unsigned sum = 0;
  for (const int i : h_out) sum = sum * 31 + i;
  std::printf("%u\n", sum);
  for (int i = 0; i < 128; ++i) {
    const int first = i / 64 * 64, total = first * 64 + 63 * 32;
    const int mine = (i ^ 63) + 1000 * (i % 64 / 32) + total, of_40 = ((first + 40) ^ 63) + 1000 + total;
    if (h_out[i] != mine + of_40 + 1) return 1;
  }
  return failed;
}
