// expect: clean
// SPDX-License-Identifier: Apache-2.0
// All threads read a constant array and a device variable.
#include <cstdio>

__constant__ int c_weights[4] = {1, 2, 3, 4};
__device__ int offset = 9;
__global__ void constant_memory_kernel(int* out) { out[threadIdx.x] = c_weights[threadIdx.x % 4] + offset; }

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  constant_memory_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
