// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Transposition through a padded tile.
#include <cstdio>

__global__ void transpose_padded_kernel(const int* in, int* out) {
  __shared__ int s_tile[16][17];
  for (int y = threadIdx.y; y < 16; y += 4) s_tile[y][threadIdx.x] = in[y * 16 + threadIdx.x] + y;
  __syncthreads();
  for (int y = threadIdx.y; y < 16; y += 4) out[y * 16 + threadIdx.x] = s_tile[threadIdx.x][y];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  transpose_padded_kernel<<<1, dim3(16, 4)>>>(d_data, d_out);
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
