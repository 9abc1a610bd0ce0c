// expect: out-of-bounds global at 8
// SPDX-License-Identifier: Apache-2.0
// Past the end of a device variable.
#include <cstdio>

__device__ int table[10];
__global__ void bounds_constant_kernel(int* out, int index) {
  if (threadIdx.x == 0) out[0] = table[index];
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  bounds_constant_kernel<<<1, 64>>>(d_data, 10);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
