// SPDX-License-Identifier: Apache-2.0
// libcu++: blocks hand sums on with release and acquire, and a histogram with cuda::atomic_ref.
#include <cstdio>
#include <cuda/atomic>

__global__ void chain(const int* in, int* sums, int* ready, unsigned* next) {
  __shared__ unsigned s_block;
  if (threadIdx.x != 0) return;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> ticket(*next);
  s_block = ticket.fetch_add(1u, cuda::memory_order_relaxed);
  const unsigned b = s_block;
  int sum = in[b];
  if (b > 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> before(ready[b - 1]);
    while (before.load(cuda::memory_order_acquire) == 0) {
    }
    sum += sums[b - 1];
  }
  sums[b] = sum;
  cuda::atomic_ref<int, cuda::thread_scope_device>(ready[b]).store(1, cuda::memory_order_release);
}

__global__ void histogram(const int* in, int n, int* bins) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    cuda::atomic_ref<int, cuda::thread_scope_device>(bins[in[i] % 8])
        .fetch_add(1, cuda::memory_order_relaxed);
}

int main() {
  constexpr int kCount = 64;
  int *in, *sums, *ready, *bins;
  unsigned* next;
  cudaMallocManaged(&in, kCount * sizeof(int));
  cudaMallocManaged(&sums, kCount * sizeof(int));
  cudaMallocManaged(&ready, kCount * sizeof(int));
  cudaMallocManaged(&bins, 8 * sizeof(int));
  cudaMallocManaged(&next, sizeof *next);
  for (int i = 0; i < kCount; ++i) in[i] = i, ready[i] = 0;
  for (int i = 0; i < 8; ++i) bins[i] = 0;
  *next = 0;
  chain<<<kCount, 32>>>(in, sums, ready, next);
  histogram<<<4, 32>>>(in, kCount, bins);
  cudaDeviceSynchronize();
  std::printf("%d %d, %d %d\n", sums[10], sums[63], bins[0], bins[7]);
  for (void* p : {(void*)in, (void*)sums, (void*)ready, (void*)bins, (void*)next}) cudaFree(p);
  return 0;
}
