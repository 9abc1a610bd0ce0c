// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Decoupled look-back by a whole warp, with fences and a flag for each block.
#include <cstdio>

__global__ void lookback_warp_kernel(int* data) {
  int* sums = data;
  volatile int* flags = data + 16;
  int before = 0;
  const int block = static_cast<int>(blockIdx.x) - 1 - static_cast<int>(threadIdx.x);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    flags[blockIdx.x] = 1;
  }
  if (block >= 0) {
    while (flags[block] == 0) {
    }
    __threadfence();
    before = sums[block];
  }
  for (int step = 16; step > 0; step /= 2) before += __shfl_down_sync(0xffffffff, before, step);
  if (threadIdx.x == 0) data[32 + blockIdx.x] = before;
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  lookback_warp_kernel<<<8, 32>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
