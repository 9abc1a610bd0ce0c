// expect: clean
// SPDX-License-Identifier: Apache-2.0
// cuda::std::atomic reaches all blocks, as cuda::atomic does; so do one-byte flags.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/std/atomic>

__device__ cuda::std::atomic<unsigned> arrived{0};
__device__ cuda::std::atomic<bool> ready{false};
__device__ cuda::atomic<unsigned char, cuda::thread_scope_device> turn{0};

__global__ void flag_std_atomic_kernel(int* d_a, int* d_b, int* d_sum) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  d_b[i] = d_a[i] + 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    arrived.fetch_add(1, cuda::std::memory_order_acq_rel);
    while (arrived.load(cuda::std::memory_order_acquire) < gridDim.x) {
    }
  }
  __syncthreads();
  d_a[i] = d_b[(i + 64) % n];
  __syncthreads();
  if (threadIdx.x != 0) return;
  while (turn.load(cuda::memory_order_acquire) != blockIdx.x) {
  }
  *d_sum += d_a[i];
  turn.store(static_cast<unsigned char>(blockIdx.x + 1), cuda::memory_order_release);
  cuda::std::atomic_ref<int> last(d_sum[1]);
  if (blockIdx.x == gridDim.x - 1) {
    last.store(7, cuda::std::memory_order_relaxed);
    ready.store(true, cuda::std::memory_order_release);
  }
  while (!ready.load(cuda::std::memory_order_acquire)) {
  }
  last += 1;
}

int main() {
  int *d_a, *d_b, *d_sum, h_sum[2];
  cudaMalloc(&d_a, 1024);
  cudaMalloc(&d_b, 1024);
  cudaMalloc(&d_sum, 8);
  cudaMemset(d_a, 0, 1024);
  cudaMemset(d_sum, 0, 8);
  flag_std_atomic_kernel<<<4, 64>>>(d_a, d_b, d_sum);
  cudaMemcpy(h_sum, d_sum, 8, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", h_sum[0], h_sum[1]);
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_sum);
  return 0;
}
