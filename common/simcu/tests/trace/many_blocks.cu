// SPDX-License-Identifier: Apache-2.0
// Two launches of 40 blocks of 1024 threads, in three phases. The simulated device holds 16 blocks at a time.
#include <cstdio>

__global__ void many_blocks_kernel(int* data) {
  __shared__ int s_value[1024];
  s_value[threadIdx.x] = blockIdx.x;
  __syncthreads();
  const int right = s_value[(threadIdx.x + 1) % 1024];
  __syncthreads();
  data[blockIdx.x * 1024 + threadIdx.x] = right;
}

int main() {
  constexpr int kBlocks = 40, kThreads = 1024;
  int* d_data;
  cudaMalloc(&d_data, kBlocks * kThreads * sizeof *d_data);
  many_blocks_kernel<<<kBlocks, kThreads>>>(d_data);
  many_blocks_kernel<<<kBlocks, kThreads>>>(d_data);
  static int h_data[kBlocks * kThreads];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  std::printf("%d\n", h_data[kBlocks * kThreads - 1]);
  cudaFree(d_data);
  return h_data[kBlocks * kThreads - 1] != kBlocks - 1;
}
