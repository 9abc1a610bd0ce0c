// expect: race global-same-block at 12 13
// may: race global-same-block at 13 13
// may: race global-same-block at 12 12
// SPDX-License-Identifier: Apache-2.0
// Neighbouring bit-fields share their byte.
#include <cstdio>

struct bits {
  unsigned low : 4, high : 4;
};
__global__ void bits_adjacent_kernel(bits* data) {
  if (threadIdx.x == 0) data->low = 3;
  if (threadIdx.x == 40) data->high = 5;
}

int main() {
  constexpr int kCount = 512;
  bits* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  bits_adjacent_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static bits h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
