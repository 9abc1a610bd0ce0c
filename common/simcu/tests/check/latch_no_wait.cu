// expect: race global-same-block at 14 16
// may: race global-same-block at 16 14
// may: uninitialised-read global at 16
// SPDX-License-Identifier: Apache-2.0
// A thread that counts a latch down without waiting for it knows nothing about the others.
#include <cstdio>
#include <cuda/latch>
#include <new>

using block_latch = cuda::latch<cuda::thread_scope_block>;

__global__ void latch_no_wait_kernel(int* data, int* out, block_latch* latch) {
  const unsigned i = threadIdx.x;
  data[i] = static_cast<int>(i);
  latch->count_down();
  out[i] = data[blockDim.x - 1 - i];
}

__global__ void make_latch_kernel(block_latch* latch, int threads) { new (latch) block_latch(threads); }

int main() {
  int *d_data, *d_out;
  block_latch* d_latch;
  cudaMalloc(&d_data, 64 * sizeof(int));
  cudaMalloc(&d_out, 64 * sizeof(int));
  cudaMalloc(&d_latch, sizeof(block_latch));
  make_latch_kernel<<<1, 1>>>(d_latch, 64);
  latch_no_wait_kernel<<<1, 64>>>(d_data, d_out, d_latch);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_data);
  cudaFree(d_out);
  cudaFree(d_latch);
  std::printf("done\n");
  return failed;
}
