// expect: race global-cross-block at 9 13
// SPDX-License-Identifier: Apache-2.0
// Bins are counted by atomics of all blocks; the last block reads them plainly, and nobody fenced.
#include <cstdio>

__device__ unsigned blocks_done = 0;
__global__ void histogram_last_block_no_fence_kernel(int* bins, int* out) {
  __shared__ bool s_last;
  atomicAdd(&bins[threadIdx.x % 16], 1);
  __syncthreads();
  if (threadIdx.x == 0) s_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (s_last && threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  histogram_last_block_no_fence_kernel<<<4, 64>>>(d_data, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_out[kCount];
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const int value : h_out) sum = sum * 31 + static_cast<unsigned>(value);
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("%u\n", sum);
  return failed;
}
