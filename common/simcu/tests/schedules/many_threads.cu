// SPDX-License-Identifier: Apache-2.0
// 64 blocks of 1024 threads with barriers. Under lockstep, as many blocks run at once as the device can hold.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kBlocks = 64, kThreads = 1024, kRounds = 3;
__device__ int arrived[kRounds];

__global__ void barriers_kernel() {
  for (int round = 0; round < kRounds; ++round) {
    if (__syncthreads_count(1) == kThreads && threadIdx.x == 0) atomicAdd(&arrived[round], 1);
    __syncthreads();
  }
}

int main() {
  barriers_kernel<<<kBlocks, kThreads>>>();
  int h_arrived[kRounds] = {};
  cudaMemcpyFromSymbol(h_arrived, arrived, sizeof h_arrived);
  for (const int blocks : h_arrived) std::printf("%d ", blocks);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
