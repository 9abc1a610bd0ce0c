// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Atomics of all kinds on common cells.
#include <cstdio>

__global__ void atomics_only_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&data[0], i);
  atomicMax(&data[1], i);
  atomicOr(&data[2], 1 << i % 31);
  atomicCAS(&data[3], i % 2, 0);
}

int main() {
  constexpr int kCount = 512;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  atomics_only_kernel<<<4, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
