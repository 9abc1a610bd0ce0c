// expect: clean
// SPDX-License-Identifier: Apache-2.0
// The kernel is done before its memory is given back.
#include <cstdio>

__global__ void used_before_free_kernel(int* data) { data[threadIdx.x] = 1; }

int main() {
  for (int round = 0; round < 3; ++round) {
    int* d_data;
    cudaMalloc(&d_data, 64 * sizeof(int));
    used_before_free_kernel<<<1, 64>>>(d_data);
    cudaFree(d_data);
  }
  std::printf("done\n");
  return 0;
}
