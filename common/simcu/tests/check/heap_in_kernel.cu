// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Kernels take memory and give it back.
#include <cstdio>

__global__ void heap_in_kernel_kernel(int* out) {
  int* own = new int[4];
  for (int i = 0; i < 4; ++i) own[i] = threadIdx.x + i;
  out[threadIdx.x] = own[0] + own[3];
  delete[] own;
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  heap_in_kernel_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
