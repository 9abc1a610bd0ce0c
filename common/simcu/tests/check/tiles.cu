// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Tiles of a block and coalesced lanes synchronise among themselves.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;
__global__ void tiles_kernel(int* out) {
  __shared__ int s_value[64];
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  s_value[threadIdx.x] = threadIdx.x;
  tile.sync();
  int sum = s_value[threadIdx.x ^ 7];
  tile.sync();
  if (threadIdx.x % 2 == 0) {
    const auto together = cg::coalesced_threads();
    s_value[threadIdx.x] = sum;
    together.sync();
    sum += s_value[threadIdx.x ^ 2];
  }
  out[threadIdx.x] = sum + tile.shfl(sum, 0);
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  tiles_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
