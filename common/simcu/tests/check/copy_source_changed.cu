// expect: race global-cross-launch at 14 13
// SPDX-License-Identifier: Apache-2.0
// The host writes the source of an asynchronous copy that may still run.
#include <cstdio>

int main() {
  int *d_data, *h_data;
  cudaMalloc(&d_data, 256);
  cudaMallocHost(&h_data, 256);
  cudaStream_t a;
  cudaStreamCreate(&a);
  for (int round = 0; round < 2; ++round) {
    h_data[0] = round;
    cudaMemcpyAsync(d_data, h_data, 256, cudaMemcpyHostToDevice, a);
  }
  cudaStreamSynchronize(a);
  cudaFreeHost(h_data);
  cudaFree(d_data);
  return 0;
}
