// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Host and kernels use managed memory in turn, with cudaDeviceSynchronize between.
#include <cstdio>

__global__ void managed_in_turn_kernel(int* data) { data[threadIdx.x] += threadIdx.x; }
int main() {
  int* data;
  cudaMallocManaged(&data, 256);
  for (int i = 0; i < 64; ++i) data[i] = i;
  for (int round = 0; round < 3; ++round) {
    managed_in_turn_kernel<<<1, 64>>>(data);
    cudaDeviceSynchronize();
    data[round] = -1;
  }
  std::printf("%d\n", data[63]);
  cudaFree(data);
  return 0;
}
