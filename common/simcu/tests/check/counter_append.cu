// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A counter gives each thread a place of its own.
#include <cstdio>

__global__ void counter_append_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int place = atomicAdd(&data[0], 1);
  data[1 + place] = 3;
}

int main() {
  constexpr int kCount = 512;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  counter_append_kernel<<<4, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
