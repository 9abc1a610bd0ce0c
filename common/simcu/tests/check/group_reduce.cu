// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A cooperative reduction over tiles, then one atomic for each tile.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>

namespace cg = cooperative_groups;
__global__ void group_reduce_kernel(int* out) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int sum = cg::reduce(tile, static_cast<int>(threadIdx.x), cg::plus<int>());
  if (tile.thread_rank() == 0) atomicAdd(out, sum);
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  group_reduce_kernel<<<4, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
