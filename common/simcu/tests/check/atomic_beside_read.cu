// expect: race global-cross-block at 9 10
// may: race global-cross-block at 10 10
// SPDX-License-Identifier: Apache-2.0
// Blocks count with atomics and look at the count with a plain read.
#include <cstdio>

__global__ void atomic_beside_read_kernel(int* count, int* out) {
  if (threadIdx.x == 0) {
    atomicAdd(count, 1);
    if (*count > 2) out[1] = 1;
  }
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  atomic_beside_read_kernel<<<4, 32>>>(d_data, d_out);
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
