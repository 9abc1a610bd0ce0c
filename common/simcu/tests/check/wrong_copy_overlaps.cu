// expect: bad-copy at 12
// SPDX-License-Identifier: Apache-2.0
// says: the source and the destination of a copy of 300 bytes overlap by 296 bytes
// Elements moved by one place in their own array; then by as many places as are moved, which is right.
#include <cstdio>

int main() {
  int *data, first = 7;
  cudaMalloc(&data, 400);
  cudaMemset(data, 0, 400);
  cudaMemcpy(data, &first, 4, cudaMemcpyHostToDevice);
  const bool failed = cudaMemcpy(data + 1, data, 300, cudaMemcpyDeviceToDevice) != cudaSuccess;
  cudaMemcpy(data + 50, data, 200, cudaMemcpyDeviceToDevice);
  cudaFree(data);
  return failed;
}
