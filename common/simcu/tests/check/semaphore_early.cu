// expect: race global-cross-block at 12 14
// may: race global-cross-block at 14 12
// SPDX-License-Identifier: Apache-2.0
// The thread that releases the semaphore writes after it.
#include <cstdio>
#include <cuda/semaphore>

__device__ cuda::counting_semaphore<cuda::thread_scope_device> full{0};
__device__ int place, result;

__global__ void semaphore_early_kernel() {
  if (blockIdx.x == 0) full.release(), place = 7;
  if (blockIdx.x == 0) return;
  full.acquire(), result = place;
}

int main() {
  semaphore_early_kernel<<<2, 1>>>();
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  std::printf("done\n");
  return failed;
}
