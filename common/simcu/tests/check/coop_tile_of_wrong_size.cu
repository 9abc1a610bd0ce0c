// expect: race shared at 13 15
// may: uninitialised-read shared at 15
// SPDX-License-Identifier: Apache-2.0
// Tiles of eight lanes exchange among sixteen.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;
__global__ void coop_tile_of_wrong_size_kernel(int* out) {
  __shared__ int s_value[64];
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  s_value[threadIdx.x] = threadIdx.x * 3;
  tile.sync();
  out[threadIdx.x] = s_value[threadIdx.x ^ 15];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  coop_tile_of_wrong_size_kernel<<<1, 64>>>(d_out);
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
