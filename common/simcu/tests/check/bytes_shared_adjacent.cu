// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Neighbouring bytes in shared memory do not touch.
#include <cstdio>

__global__ void bytes_shared_adjacent_kernel(unsigned char* data) {
  __shared__ unsigned char s_data[64];
  s_data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (blockIdx.x == 0) data[threadIdx.x] = s_data[63 - threadIdx.x];
}

int main() {
  constexpr int kCount = 512;
  unsigned char* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  bytes_shared_adjacent_kernel<<<2, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static unsigned char h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
