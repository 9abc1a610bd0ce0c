// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Kernels print.
#include <cstdio>

__global__ void printing_kernel(int* out) {
  out[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 3) printf("thread %d has %d and %s\n", threadIdx.x, out[threadIdx.x], "text");
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  printing_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
