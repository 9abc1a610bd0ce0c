// expect: race global-cross-block at 8 10
// SPDX-License-Identifier: Apache-2.0
// A write of int overlaps a read of its last unsigned short.
#include <cstdio>

__global__ void overlap_2_bytes_kernel(int* data) {
  constexpr int kLast = sizeof(int) / sizeof(unsigned short) - 1;
  if (blockIdx.x == 0 && threadIdx.x == 0) data[0] = 7;
  if (blockIdx.x == 1 && threadIdx.x == 0)
    reinterpret_cast<unsigned short*>(data + 1)[0] = reinterpret_cast<unsigned short*>(data)[kLast];
}

int main() {
  constexpr int kCount = 512;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  overlap_2_bytes_kernel<<<2, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
