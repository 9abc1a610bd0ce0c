// expect: race global-cross-launch at 7 12
// SPDX-License-Identifier: Apache-2.0
// The host reads a __managed__ variable while the kernel may still write it; then after it has waited.
#include <cstdio>

__managed__ int managed_variable[64];
__global__ void managed_variable_kernel() { managed_variable[threadIdx.x] = threadIdx.x; }
int main() {
  managed_variable[5] = 1;
  managed_variable_kernel<<<1, 64>>>();
  // Here would be a cudaDeviceSynchronize().
  std::printf("%d\n", managed_variable[5]);
  cudaDeviceSynchronize();
  std::printf("%d\n", managed_variable[5]);
  return 0;
}
