// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Two buffers in turn need one barrier in each round.
#include <cstdio>

__global__ void shared_buffer_double_kernel(int* out) {
  __shared__ int s_tile[2][64];
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    s_tile[round % 2][threadIdx.x] = round + threadIdx.x;
    __syncthreads();
    sum += s_tile[round % 2][63 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  shared_buffer_double_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
