// expect: race global-cross-block at 8 10
// SPDX-License-Identifier: Apache-2.0
// __syncthreads taken for a barrier of the grid.
#include <cstdio>

__global__ void grid_barrier_of_one_block_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  __syncthreads();
  data[256 + i] = data[255 - i];
}

int main() {
  constexpr int kCount = 512;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  grid_barrier_of_one_block_kernel<<<4, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
