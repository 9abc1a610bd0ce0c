// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A latch orders what both blocks write before what they read after it.
#include <cstdio>
#include <cuda/latch>
#include <new>

using grid_latch = cuda::latch<cuda::thread_scope_device>;

__global__ void make_latch_kernel(grid_latch* latch, int threads) { new (latch) grid_latch(threads); }

__global__ void latch_kernel(int* data, int* out, grid_latch* latch) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  data[i] = static_cast<int>(i);
  if (i % 2 == 0) {
    latch->arrive_and_wait();
  } else {
    latch->count_down();
    while (!latch->try_wait()) {
    }
  }
  out[i] = data[n - 1 - i];
}

int main() {
  int *d_data, *d_out;
  grid_latch* d_latch;
  cudaMalloc(&d_data, 128 * sizeof(int));
  cudaMalloc(&d_out, 128 * sizeof(int));
  cudaMalloc(&d_latch, sizeof(grid_latch));
  make_latch_kernel<<<1, 1>>>(d_latch, 128);
  latch_kernel<<<2, 64>>>(d_data, d_out, d_latch);
  int h_out[128];
  const bool failed = cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost) != cudaSuccess;
  cudaFree(d_data);
  cudaFree(d_out);
  cudaFree(d_latch);
  std::printf("%d %d\n", h_out[0], h_out[127]);
  return failed;
}
