// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Neighbouring 2-byte values do not touch.
#include <cstdio>

__global__ void shorts_adjacent_kernel(unsigned short* data) {
  const int mine = threadIdx.x * 2 + blockIdx.x;
  data[mine] = data[mine] + 1;
}

int main() {
  constexpr int kCount = 512;
  unsigned short* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  shorts_adjacent_kernel<<<2, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static unsigned short h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
