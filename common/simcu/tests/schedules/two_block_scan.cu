// SPDX-License-Identifier: Apache-2.0
// The scan of lab 03: two blocks of 8 threads scan 16 ones, and only barriers within a block order them.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int kSize = 16;

__global__ void scan_kernel(unsigned* cdf, unsigned* bins) {
  const int id = static_cast<int>(blockDim.x * blockIdx.x + threadIdx.x);
  const unsigned own = bins[id];
  unsigned sum = own;
  for (int interval = 1; interval < kSize; interval <<= 1) {
    if (id >= interval) sum += bins[id - interval];
    __syncthreads();
    bins[id] = sum;
    __syncthreads();
  }
  cdf[id] = bins[id] - own;
}

int main() {
  unsigned *d_bins, *d_cdf;
  std::vector<unsigned> h(kSize, 1);
  cudaMalloc(&d_bins, kSize * sizeof(unsigned));
  cudaMalloc(&d_cdf, kSize * sizeof(unsigned));
  cudaMemcpy(d_bins, h.data(), kSize * sizeof(unsigned), cudaMemcpyHostToDevice);
  scan_kernel<<<2, 8>>>(d_cdf, d_bins);
  cudaMemcpy(h.data(), d_cdf, kSize * sizeof(unsigned), cudaMemcpyDeviceToHost);
  for (const unsigned value : h) std::printf("%u ", value);
  std::printf("\n");
  cudaFree(d_bins);
  cudaFree(d_cdf);
}
