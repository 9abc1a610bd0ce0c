// expect: race global-cross-block at 11 9
// may: deadlock
// SPDX-License-Identifier: Apache-2.0
// A block spins on a plain load: the compiler may read it once, and it races.
#include <cstdio>

__global__ void plain_spin_kernel(int* flag, int* out) {
  if (blockIdx.x == 1)
    while (*flag == 0) {
    }
  flag[blockIdx.x] = 1;
  out[blockIdx.x] = 1;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  plain_spin_kernel<<<2, 1>>>(d_data, d_out);
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
