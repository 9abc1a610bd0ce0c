// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A block fills its part; behind the barrier one thread publishes it for all; one thread waits for all.
#include <cstdio>

__global__ void flag_whole_block_kernel(int* data) {
  volatile int* flag = data + 200;
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      *flag = 1;
    }
  } else {
    if (threadIdx.x == 0) {
      while (*flag == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    data[64 + threadIdx.x] = data[63 - threadIdx.x];
  }
}

int main() {
  constexpr int kCount = 256;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  flag_whole_block_kernel<<<2, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
