// expect: syncwarp-absent
// SPDX-License-Identifier: Apache-2.0
// Lanes that should meet name different masks.
#include <cstdio>

__global__ void syncwarp_masks_differ_kernel(int* out) {
  if (threadIdx.x < 32) __syncwarp(threadIdx.x < 16 ? 0x0000ffff : 0xffffffff);
  __syncthreads();
  out[threadIdx.x] = threadIdx.x;
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  syncwarp_masks_differ_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
