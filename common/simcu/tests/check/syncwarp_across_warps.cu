// expect: race shared at 9 11
// may: uninitialised-read shared at 11
// SPDX-License-Identifier: Apache-2.0
// __syncwarp where a barrier of the block is needed.
#include <cstdio>

__global__ void syncwarp_across_warps_kernel(int* out) {
  __shared__ int s_value[64];
  s_value[threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[threadIdx.x] = s_value[63 - threadIdx.x];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  syncwarp_across_warps_kernel<<<1, 64>>>(d_out);
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
