// expect: race global-cross-block at 7 8
// SPDX-License-Identifier: Apache-2.0
// A byte is written inside an int that another block writes.
#include <cstdio>

__global__ void overlap_two_bytes_write_kernel(int* data) {
  if (blockIdx.x == 0 && threadIdx.x == 0) reinterpret_cast<char*>(data)[2] = 1;
  if (blockIdx.x == 1 && threadIdx.x == 0) data[0] = 2;
}

int main() {
  constexpr int kCount = 512;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  overlap_two_bytes_write_kernel<<<2, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
