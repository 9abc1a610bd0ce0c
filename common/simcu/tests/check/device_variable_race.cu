// expect: race global-cross-block at 8 8
// SPDX-License-Identifier: Apache-2.0
// Blocks add to a device variable without atomics.
#include <cstdio>

__device__ int total;
__global__ void device_variable_race_kernel(int* out) {
  if (threadIdx.x == 0) total += blockIdx.x;
  out[threadIdx.x + blockIdx.x * 32] = 1;
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  device_variable_race_kernel<<<2, 32>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
