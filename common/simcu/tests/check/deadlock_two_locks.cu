// expect: deadlock
// SPDX-License-Identifier: Apache-2.0
// Two blocks take two locks in opposite order, and meet by a flag in between.
#include <cstdio>

__global__ void deadlock_two_locks_kernel(int* locks, int* out) {
  const int first = blockIdx.x, second = 1 - first;
  while (atomicCAS(&locks[first], 0, 1) != 0) {
  }
  atomicAdd(&locks[2], 1);
  while (atomicAdd(&locks[2], 0) < 2) {
  }
  while (atomicCAS(&locks[second], 0, 1) != 0) {
  }
  out[blockIdx.x] = 1;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  deadlock_two_locks_kernel<<<2, 1>>>(d_data, d_out);
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
