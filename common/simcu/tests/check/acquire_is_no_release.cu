// expect: race global-cross-block at 18 21
// SPDX-License-Identifier: Apache-2.0
// A flag that is stored relaxed passes nothing on, though the thread has acquired something before it.
#include <cstdio>
#include <cuda/atomic>

__device__ cuda::atomic<int, cuda::thread_scope_device> go{0}, ready{0};
__device__ int payload, result;

__global__ void acquire_is_no_release_kernel() {
  if (blockIdx.x == 0) {
    go.store(1, cuda::memory_order_release);
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
  } else if (blockIdx.x == 1) {
    while (go.load(cuda::memory_order_acquire) == 0) {
    }  // what it writes now is not released
    payload = 7, go.load(cuda::memory_order_acquire), ready.store(1, cuda::memory_order_relaxed);
    return;
  }
  if (blockIdx.x == 0) result = payload;
}

int main() {
  acquire_is_no_release_kernel<<<2, 1>>>();
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  std::printf("done\n");
  return failed;
}
