// SPDX-License-Identifier: Apache-2.0
// Each block waits for the next block (`later`) or for the previous block. With more blocks than the device
// holds at once, one of the two directions may deadlock.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr int kMost = 1000;
__device__ int done[kMost];

__global__ void chain_kernel(int towards) {
  if (threadIdx.x != 0) return;
  const int other = static_cast<int>(blockIdx.x) + towards;
  if (other >= 0 && other < static_cast<int>(gridDim.x))
    while (atomicAdd(&done[other], 0) == 0) {
    }
  __threadfence();
  atomicExch(&done[blockIdx.x], 1);
}

int main(int count, char** words) {
  if (count != 3) return 3;
  chain_kernel<<<std::atoi(words[1]), 1024>>>(std::strcmp(words[2], "later") == 0 ? 1 : -1);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
