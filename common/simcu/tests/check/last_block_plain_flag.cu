// expect: race global-cross-block at 11 12
// SPDX-License-Identifier: Apache-2.0
// The last block is found by an atomic, but its sums wait for a flag that is a plain store.
#include <cstdio>

__global__ void last_block_plain_flag_kernel(int* data, int* out) {
  int* flag = data + 8;
  if (blockIdx.x == 0) {
    data[0] = 7;
    __threadfence();
    *flag = 1;
  } else if (*flag == 1) {
    __threadfence();
    out[0] = 1;
  }
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  last_block_plain_flag_kernel<<<2, 1>>>(d_data, d_out);
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
