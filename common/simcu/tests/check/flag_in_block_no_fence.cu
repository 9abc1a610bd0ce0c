// expect: race global-same-block at 9 15
// SPDX-License-Identifier: Apache-2.0
// One warp waits for another one of its block without a fence.
#include <cstdio>

__global__ void flag_in_block_no_fence_kernel(int* data) {
  volatile int* flag = data + 1;
  if (threadIdx.x == 0) {
    data[0] = 42;
    *flag = 1;
  }
  if (threadIdx.x == 32) {
    while (*flag == 0) {
    }
    data[2] = data[0];
  }
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  flag_in_block_no_fence_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
