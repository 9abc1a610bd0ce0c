// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A ticket lock with fences.
#include <cstdio>

__global__ void lock_ticket_kernel(int* lock, int* out) {
  if (threadIdx.x != 0) return;
  const int ticket = atomicAdd(&lock[0], 1);
  while (atomicAdd(&lock[1], 0) != ticket) {
  }
  __threadfence();
  out[0] = out[0] + 1;
  out[1] = out[1] * 2 + 1;
  __threadfence();
  atomicAdd(&lock[1], 1);
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  lock_ticket_kernel<<<8, 32>>>(d_data, d_out);
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
