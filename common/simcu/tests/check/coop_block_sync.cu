// expect: race global-cross-block at 11 13
// SPDX-License-Identifier: Apache-2.0
// The barrier of the block group, where that of the grid is needed.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;
__global__ void coop_block_sync_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  cg::this_thread_block().sync();
  data[256 + i] = data[255 - i];
}

int main() {
  constexpr int kCount = 512;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  void* arguments[] = {&d_data};
  cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(coop_block_sync_kernel), 4, 64, arguments);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
