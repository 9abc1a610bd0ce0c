// expect: race shared at 9 14
// may: uninitialised-read shared at 14
// SPDX-License-Identifier: Apache-2.0
// Lanes meet with a mask that names only one half, and exchange with the other.
#include <cstdio>

__global__ void syncwarp_mask_too_small_kernel(int* out) {
  __shared__ int s_value[32];
  s_value[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 16)
    __syncwarp(0x0000ffff);
  else
    __syncwarp(0xffff0000);
  out[threadIdx.x] = s_value[31 - threadIdx.x];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  syncwarp_mask_too_small_kernel<<<1, 32>>>(d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_out[kCount];
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const int value : h_out) sum = sum * 31 + static_cast<unsigned>(value);
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("%u\n", sum);
  return failed;
}
