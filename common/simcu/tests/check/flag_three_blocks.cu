// expect: clean
// SPDX-License-Identifier: Apache-2.0
// What one block learns from another it passes on to a third.
#include <cstdio>

__device__ void wait_for(volatile int* flag) {
  while (*flag == 0) {
  }
  __threadfence();
}
__global__ void flag_three_blocks_kernel(int* data) {
  if (blockIdx.x > 0) wait_for(data + 9 + blockIdx.x);
  if (blockIdx.x == 0) data[0] = 42;
  if (blockIdx.x == 2) data[1] = data[0];
  __threadfence();
  atomicExch(data + 10 + blockIdx.x, 1);
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  flag_three_blocks_kernel<<<3, 1>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
