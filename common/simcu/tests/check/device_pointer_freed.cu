// expect: device-pointer at 10
// SPDX-License-Identifier: Apache-2.0
// Host code reads device memory that has been freed: nothing is there to go on with.
#include <cstdio>

int main() {
  int* d_data;
  cudaMalloc(&d_data, 256);
  cudaFree(d_data);
  const int value = *static_cast<volatile int*>(d_data + 1);
  std::printf("%d\n", value);
  return 0;
}
