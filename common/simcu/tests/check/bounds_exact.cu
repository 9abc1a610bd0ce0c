// expect: clean
// SPDX-License-Identifier: Apache-2.0
// The last element is inside.
#include <cstdio>

__global__ void bounds_exact_kernel(int* data, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) data[i] = i;
}

int main() {
  constexpr int kCount = 101;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  bounds_exact_kernel<<<1, 64>>>(d_data, kCount);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
