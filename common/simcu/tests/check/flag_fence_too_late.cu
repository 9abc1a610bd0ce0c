// expect: race global-cross-block at 8 15
// SPDX-License-Identifier: Apache-2.0
// The fence comes after the flag, not before it.
#include <cstdio>

__global__ void flag_fence_too_late_kernel(int* data) {
  if (blockIdx.x == 0) {
    data[0] = 42;
    atomicExch(data + 1, 1);
    __threadfence();
  } else {
    while (atomicAdd(data + 1, 0) == 0) {
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
  flag_fence_too_late_kernel<<<2, 1>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
