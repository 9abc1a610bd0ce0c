// expect: race global-cross-block at 8 9
// SPDX-License-Identifier: Apache-2.0
// A plain write of a counter that other blocks add to.
#include <cstdio>

__global__ void counter_plain_write_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x == 0) atomicAdd(&data[0], 1);
  if (i == 128) data[0] = 5;
}

int main() {
  constexpr int kCount = 512;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  counter_plain_write_kernel<<<4, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
