// expect: race global-cross-block at 8 10
// SPDX-License-Identifier: Apache-2.0
// Flags of one byte each, written by blocks, read as words by another.
#include <cstdio>

__global__ void bytes_in_one_word_kernel(unsigned char* flags, int* out) {
  if (blockIdx.x < 2)
    flags[blockIdx.x + 2 * threadIdx.x] = 1;
  else
    out[threadIdx.x] = reinterpret_cast<short*>(flags)[threadIdx.x];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  bytes_in_one_word_kernel<<<3, 32>>>(reinterpret_cast<unsigned char*>(d_data), d_out);
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
