// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A stencil in several rounds with grid.sync between them.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;
__global__ void coop_stencil_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  for (int round = 0; round < 4; ++round) {
    cg::this_grid().sync();
    const int* from = data + round % 2 * 256;
    data[(1 - round % 2) * 256 + i] = from[i] + from[(i + 1) % 256] + from[(i + 255) % 256];
  }
}

int main() {
  constexpr int kCount = 512;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  void* arguments[] = {&d_data};
  cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(coop_stencil_kernel), 4, 64, arguments);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
