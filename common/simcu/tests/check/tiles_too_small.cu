// expect: race shared at 13 15
// may: uninitialised-read shared at 15
// SPDX-License-Identifier: Apache-2.0
// A tile of 8 synchronises, but 16 lanes exchange values.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;
__global__ void tiles_too_small_kernel(int* out) {
  __shared__ int s_value[64];
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  s_value[threadIdx.x] = threadIdx.x;
  tile.sync();
  out[threadIdx.x] = s_value[threadIdx.x ^ 8];
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  tiles_too_small_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
