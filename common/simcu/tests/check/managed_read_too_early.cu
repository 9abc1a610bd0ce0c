// expect: race global-cross-launch at 6 11
// SPDX-License-Identifier: Apache-2.0
// The host reads managed memory while the kernel may still write it.
#include <cstdio>

__global__ void managed_read_too_early_kernel(int* data) { data[threadIdx.x] = threadIdx.x; }
int main() {
  int* data;
  cudaMallocManaged(&data, 256);
  managed_read_too_early_kernel<<<1, 64>>>(data);
  std::printf("%d\n", data[5]);
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
