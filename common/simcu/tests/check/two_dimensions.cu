// expect: race global-cross-block at 8 10
// SPDX-License-Identifier: Apache-2.0
// Neighbours in two dimensions: the row above belongs to another block.
#include <cstdio>

__global__ void two_dimensions_kernel(int* grid, int* out, int width) {
  const int x = threadIdx.x, y = blockIdx.x;
  grid[y * width + x] = x + y;
  __syncthreads();
  if (y > 0) out[y * width + x] = grid[(y - 1) * width + x];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  two_dimensions_kernel<<<4, 32>>>(d_data, d_out, 32);
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
