// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A binary semaphore as a lock; counting semaphores around a ring of four places: one block fills it, the
// other empties it.
#include <cstdio>
#include <cuda/semaphore>

__device__ cuda::binary_semaphore<cuda::thread_scope_device> lock{1};
__device__ cuda::counting_semaphore<cuda::thread_scope_device> empty{4}, full{0};
__device__ int ring[4], total, locked;

__global__ void semaphores_kernel(int n) {
  if (threadIdx.x % 32 == 0) {
    lock.acquire();
    ++locked;
    lock.release();
  }
  if (threadIdx.x != 0) return;
  for (int i = 0; i < n; ++i) {
    if (blockIdx.x == 0) {
      empty.acquire();
      ring[i % 4] = i;
      full.release();
    } else {
      if (!full.try_acquire()) full.acquire();
      total += ring[i % 4];
      empty.release();
    }
  }
}

int main() {
  semaphores_kernel<<<2, 64>>>(20);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  int h_total = 0, h_locked = 0;
  cudaMemcpyFromSymbol(&h_total, total, sizeof h_total);
  cudaMemcpyFromSymbol(&h_locked, locked, sizeof h_locked);
  std::printf("%d %d\n", h_total, h_locked);
  return failed;
}
