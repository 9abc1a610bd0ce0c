// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A spin lock that a volatile store releases.
#include <cstdio>

__global__ void lock_volatile_unlock_kernel(int* data) {
  while (atomicCAS(data, 0, 1) != 0) {
  }
  __threadfence();
  data[1] += 1;
  __threadfence();
  *static_cast<volatile int*>(data) = 0;
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  lock_volatile_unlock_kernel<<<8, 1>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
