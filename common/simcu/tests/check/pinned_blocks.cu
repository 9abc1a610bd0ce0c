// expect: race global-cross-block at 6
// SPDX-License-Identifier: Apache-2.0
// Blocks race in pinned memory as they do in device memory.
#include <cstdio>

__global__ void pinned_blocks_kernel(int* sum) { *sum = *sum + 1; }
int main() {
  int* h_sum;
  cudaMallocHost(&h_sum, sizeof(int));
  *h_sum = 0;
  pinned_blocks_kernel<<<4, 1>>>(h_sum);
  cudaDeviceSynchronize();
  cudaFreeHost(h_sum);
  return 0;
}
