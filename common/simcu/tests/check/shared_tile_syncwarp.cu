// expect: race shared at 9 11
// may: uninitialised-read shared at 11
// SPDX-License-Identifier: Apache-2.0
// A barrier of the warp, where one of the block is needed.
#include <cstdio>

__global__ void shared_tile_syncwarp_kernel(int* out) {
  __shared__ int s_tile[64];
  s_tile[threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[threadIdx.x] = s_tile[63 - threadIdx.x];
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  shared_tile_syncwarp_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
