// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A chained scan: sum and flag, with fences on both sides.
#include <cstdio>

__global__ void lookback_fences_kernel(int* data) {
  int* sums = data;
  volatile int* flags = data + 16;
  int before = 0;
  if (blockIdx.x > 0) {
    while (flags[blockIdx.x - 1] == 0) {
    }
    __threadfence();
    before = sums[blockIdx.x - 1];
  }
  sums[blockIdx.x] = before + blockIdx.x;
  __threadfence();
  flags[blockIdx.x] = 1;
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  lookback_fences_kernel<<<8, 1>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
