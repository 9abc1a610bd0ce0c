// expect: race global-cross-block at 9 16
// SPDX-License-Identifier: Apache-2.0
// The fence comes after the atomic that announces the data.
#include <cstdio>

__device__ unsigned finished_blocks;
__global__ void last_block_fence_behind_kernel(int* data) {
  __shared__ bool s_is_last;
  data[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) s_is_last = atomicAdd(&finished_blocks, 1) == gridDim.x - 1;
  __threadfence();
  __syncthreads();
  if (s_is_last) {
    int sum = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) sum += data[block * 64 + (threadIdx.x + 1) % 64];
    data[256 + threadIdx.x] = sum;
  }
}

int main() {
  constexpr int kCount = 512;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  last_block_fence_behind_kernel<<<4, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
