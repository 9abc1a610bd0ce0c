// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A barrier orders global memory for its block too.
#include <cstdio>

__global__ void global_block_barrier_kernel(int* data) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  data[threadIdx.x + 64] = data[63 - threadIdx.x];
}

int main() {
  constexpr int kCount = 128;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  global_block_barrier_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
