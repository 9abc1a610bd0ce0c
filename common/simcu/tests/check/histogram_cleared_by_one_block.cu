// expect: race global-cross-block at 14 9
// may: uninitialised-read global
// SPDX-License-Identifier: Apache-2.0
// Block 0 clears a histogram with plain stores while others may already add to it with atomics.
#include <cstdio>

struct histogram {
  __device__ void clear() {
    for (int i = threadIdx.x; i < 16; i += blockDim.x) bins[i] = 0;
  }
  unsigned* bins;
};

__device__ void add(const histogram& h, unsigned value) { atomicAdd(&h.bins[value % 16], 1u); }

__global__ void histogram_cleared_by_one_block_kernel(histogram h, const unsigned* values) {
  if (blockIdx.x == 0) h.clear();
  __syncthreads();
  __threadfence();
  add(h, values[blockIdx.x * blockDim.x + threadIdx.x]);
}

int main() {
  histogram h;
  unsigned* d_values;
  cudaMalloc(&h.bins, 16 * sizeof(unsigned));
  cudaMalloc(&d_values, 256 * sizeof(unsigned));
  cudaMemset(d_values, 1, 256 * sizeof(unsigned));
  histogram_cleared_by_one_block_kernel<<<4, 64>>>(h, d_values);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(h.bins);
  cudaFree(d_values);
  std::printf("%d\n", failed);
  return failed;
}
