// expect: race global-same-block at 14
// SPDX-License-Identifier: Apache-2.0
// Two threads store what a function returns in the same place.
#include <cstdio>

struct rgb {
  unsigned char r, g, b;
};
__device__ __noinline__ rgb grey(int level) {
  const auto v = static_cast<unsigned char>(level);
  return {v, v, v};
}

__global__ void returned_bytes_race_kernel(rgb* image) { image[threadIdx.x / 2] = grey(threadIdx.x); }

int main() {
  rgb* d_image;
  cudaMalloc(&d_image, 64 * sizeof(rgb));
  returned_bytes_race_kernel<<<1, 64>>>(d_image);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_image);
  std::printf("done\n");
  return failed;
}
