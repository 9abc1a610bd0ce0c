// expect: deadlock
// SPDX-License-Identifier: Apache-2.0
// A cuda::barrier counts on all threads of a large block, and one of them does not come. Long before the
// others have looked at it a thousand times each it must be clear that it will never open.
#include <cstdio>
#include <cuda/barrier>

__global__ void deadlock_barrier_absent_kernel(int* data) {
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  if (threadIdx.x == 0) init(&all, blockDim.x);
  __syncthreads();
  if (threadIdx.x != 0) all.arrive_and_wait();
  data[threadIdx.x] = 1;
}

int main() {
  constexpr int kCount = 1024;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  deadlock_barrier_absent_kernel<<<1, kCount>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_data);
  std::printf("ended\n");
  return failed;
}
