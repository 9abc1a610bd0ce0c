// SPDX-License-Identifier: Apache-2.0
// Blocks load and store a libcu++ counter, and so lose increments that other blocks make in between.
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/atomic>

__device__ unsigned counter;

__global__ void count_kernel() {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> shared_counter(counter);
  for (int i = 0; i < 10; ++i)
    shared_counter.store(shared_counter.load(cuda::memory_order_relaxed) + 1, cuda::memory_order_relaxed);
}

int main() {
  count_kernel<<<4, 1>>>();
  unsigned counted = 0;
  cudaMemcpyFromSymbol(&counted, counter, sizeof counted);
  std::printf("lost %u\n", 40 - counted);
}
