// expect: uninitialised-read global at 10
// expect: uninitialised-read global at 11
// expect: uninitialised-read shared at 12
// SPDX-License-Identifier: Apache-2.0
// atomicExch whose result is used reads, and nobody has written there.
#include <cstdio>

__global__ void exchange_read_kernel(int* d_lock, int* d_out) {
  __shared__ int s_taken;
  if (atomicExch(d_lock, 1) == 1) return;
  d_out[0] = atomicExch(&d_lock[1], 1);
  if (atomicExch_block(&s_taken, 1) == 1) d_out[1] = 1;
}

int main() {
  int *d_lock, *d_out;
  cudaMalloc(&d_lock, 8);
  cudaMalloc(&d_out, 8);
  exchange_read_kernel<<<1, 1>>>(d_lock, d_out);
  cudaDeviceSynchronize();
  cudaFree(d_lock);
  cudaFree(d_out);
  return 0;
}
