// expect: race shared at 15 12
// SPDX-License-Identifier: Apache-2.0
// One thread makes a cuda::barrier, and no __syncthreads() lets the others wait for that.
#include <cstdio>
#include <cuda/barrier>

__global__ void block_barrier_made_late_kernel(int* data) {
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  __shared__ int s_data[64];
  const int t = threadIdx.x;
  s_data[t] = t;
  if (t == 0) init(&all, blockDim.x);
  // Missing: __syncthreads();

  all.arrive_and_wait();
  data[t] = s_data[63 - t];
}

int main() {
  int* d_data;
  cudaMalloc(&d_data, 64 * sizeof *d_data);
  block_barrier_made_late_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_data);
  std::printf("ended\n");
  return failed;
}
