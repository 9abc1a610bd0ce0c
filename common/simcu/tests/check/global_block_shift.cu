// expect: race global-same-block at 7 7
// SPDX-License-Identifier: Apache-2.0
// Each thread overwrites what its neighbour reads.
#include <cstdio>

__global__ void global_block_shift_kernel(int* data) {
  if (threadIdx.x < 63) data[threadIdx.x] = data[threadIdx.x + 1] + 1;
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  global_block_shift_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
