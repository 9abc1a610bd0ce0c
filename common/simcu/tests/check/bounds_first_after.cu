// expect: out-of-bounds global at 7
// SPDX-License-Identifier: Apache-2.0
// One element past the end: a loop that runs once too often.
#include <cstdio>

__global__ void bounds_first_after_kernel(int* data, int count) {
  for (int i = threadIdx.x; i <= count; i += blockDim.x) data[i] = i;
}

int main() {
  constexpr int kCount = 100;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  bounds_first_after_kernel<<<1, 64>>>(d_data, kCount);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
