// expect: race global-cross-block at 9 15
// SPDX-License-Identifier: Apache-2.0
// The writer has no fence before the flag.
#include <cstdio>

__global__ void flag_no_release_kernel(int* data) {
  volatile int* flag = data + 1;
  if (blockIdx.x == 0) {
    data[0] = 42;
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    data[2] = data[0];
  }
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  flag_no_release_kernel<<<2, 1>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
