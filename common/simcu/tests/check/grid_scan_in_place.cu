// expect: race global-cross-block at 8 10
// SPDX-License-Identifier: Apache-2.0
// A scan step in place over the whole grid: the barrier reaches one block.
#include <cstdio>

__global__ void grid_scan_in_place_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int left = i > 0 ? data[i - 1] : 0;
  __syncthreads();
  data[i] += left + 1;
}

int main() {
  constexpr int kCount = 512;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  grid_scan_in_place_kernel<<<4, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
