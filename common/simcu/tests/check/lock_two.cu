// expect: race global-cross-block at 12
// SPDX-License-Identifier: Apache-2.0
// Two locks for one cell: a thread that holds one does not hold the other.
#include <cstdio>

__device__ int locks[2];
__global__ void lock_two_kernel(int* out) {
  int* const lock = &locks[blockIdx.x % 2];
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  out[0] += 1;
  __threadfence();
  atomicExch(lock, 0);
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  lock_two_kernel<<<4, 1>>>(d_out);
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
