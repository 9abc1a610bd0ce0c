// expect: deadlock
// SPDX-License-Identifier: Apache-2.0
// A lock that is never given back.
#include <cstdio>

__global__ void deadlock_lock_kept_kernel(int* lock, int* out) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  out[0] += 1;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  deadlock_lock_kept_kernel<<<2, 1>>>(d_data, d_out);
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
