// SPDX-License-Identifier: Apache-2.0
// debugger.sh runs this in gdb: barriers, atomics, a warp function and a device function, in two launches.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int squared(int x) {
  const int result = x * x;
  return result;
}

__global__ void example_kernel(int* sums, int launch) {
  __shared__ int s_sum;
  if (threadIdx.x == 0) s_sum = launch;
  __syncthreads();
  for (int i = 0; i < 3; ++i) {
    atomicAdd(&s_sum, 1);  // in the loop
    atomicAdd(&s_sum, 2);
  }
  __syncthreads();
  const int below = __shfl_sync(0xffffffff, int(threadIdx.x), 5);
  const int own = squared(below);  // a call
  __syncthreads();
  if (threadIdx.x == 3) {
    const int sum = own + s_sum;  // thread 3 only
    atomicAdd(&sums[blockIdx.x], sum);
  }
}

int main() {
  int* sums = nullptr;
  if (cudaMalloc(&sums, 4 * sizeof(int)) != cudaSuccess) return 1;
  cudaMemset(sums, 0, 4 * sizeof(int));
  for (int launch = 0; launch < 2; ++launch) example_kernel<<<4, 64>>>(sums, launch);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  std::puts("The program is done.");
  return cudaFree(sums) == cudaSuccess ? 0 : 1;
}
