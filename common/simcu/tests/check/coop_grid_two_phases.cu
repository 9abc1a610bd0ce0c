// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Two phases of a cooperative kernel over the whole grid, several times.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;
__global__ void coop_grid_two_phases_kernel(int* data, int* out) {
  const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < 3; ++round) {
    data[i] = i + round;
    cg::this_grid().sync();
    out[i] += data[n - 1 - i];
    cg::this_grid().sync();
  }
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  void* arguments[] = {&d_data, &d_out};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(coop_grid_two_phases_kernel), dim3(4), dim3(64),
                              arguments, 0, nullptr);
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
