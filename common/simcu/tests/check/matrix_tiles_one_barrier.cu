// expect: race shared at 13 16
// expect: race shared at 14 16
// SPDX-License-Identifier: Apache-2.0
// Matrix product in tiles, without the barrier behind the product.
#include <cstdio>

constexpr int kTile = 8, kSize = 16;
__global__ void matrix_tiles_one_barrier_kernel(const int* a, int* c) {
  __shared__ int s_a[kTile][kTile], s_b[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * kTile + x, row = blockIdx.y * kTile + y;
  int sum = 0;
  for (int t = 0; t < kSize; t += kTile) {
    s_a[y][x] = a[row * kSize + t + x];
    s_b[y][x] = a[(t + y) * kSize + col];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += s_a[y][k] * s_b[k][x];
  }
  c[row * kSize + col] = sum;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  matrix_tiles_one_barrier_kernel<<<dim3(2, 2), dim3(kTile, kTile)>>>(d_data, d_out);
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
