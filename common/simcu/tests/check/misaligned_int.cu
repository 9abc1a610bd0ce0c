// expect: misaligned at 7
// SPDX-License-Identifier: Apache-2.0
// An int at an odd address.
#include <cstdio>

__global__ void misaligned_int_kernel(char* data) {
  if (threadIdx.x == 0) *reinterpret_cast<int*>(data + 2) = 1;
}

int main() {
  constexpr int kCount = 64;
  char* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  misaligned_int_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static char h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
