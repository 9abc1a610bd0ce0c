// expect: device-pointer at 10
// SPDX-License-Identifier: Apache-2.0
// Host code reads device memory through its pointer.
#include <cstdio>

int main() {
  int* d_data;
  cudaMalloc(&d_data, 256);
  cudaMemset(d_data, 0, 256);
  std::printf("%d\n", d_data[3]);
  cudaFree(d_data);
  return 0;
}
