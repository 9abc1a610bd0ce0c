// SPDX-License-Identifier: Apache-2.0
// Chapter 03: the look-back of 03_two_words, with the order stated at the two accesses that need it.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lab/device_buffer.h"

// [lab03-acquire-release]
#if __has_include(<cuda/atomic>)
#include <cuda/atomic>
using state_ref = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
__device__ unsigned load_acquire(unsigned* state) {
  return state_ref(*state).load(cuda::memory_order_acquire);
}
__device__ void store_release(unsigned* state, unsigned value) {
  state_ref(*state).store(value, cuda::memory_order_release);
}
#else
// Without that header: a strong access, and a fence after a load or before a store.
__device__ unsigned load_acquire(const volatile unsigned* state) {
  const unsigned value = *state;
  __threadfence();  // later reads stay after the read of the state
  return value;
}
__device__ void store_release(volatile unsigned* state, unsigned value) {
  __threadfence();  // earlier writes are visible before the state
  *state = value;
}
#endif

__global__ void acquire_release_kernel(const unsigned* d_in, unsigned* d_out, unsigned* d_state,
                                       unsigned* d_sums) {
  // On the simulated device, blocks begin in order under fifo. On a GPU, draw the number from a counter.
  const unsigned tile = blockIdx.x;
  unsigned before = 0;
  if (tile > 0) {
    while (load_acquire(&d_state[tile - 1]) == 0) {
    }
    before = d_sums[tile - 1];
  }
  d_out[tile] = d_sums[tile] = before + d_in[tile];
  store_release(&d_state[tile], 1);
}
// [lab03-acquire-release]

int main() {
  // Unless another schedule is chosen. The checkers find nothing under any, but the number of reads of the
  // state varies.
  setenv("SIMCU_SCHEDULE", "fifo", 0);
  const std::vector<unsigned> values{1, 2, 3, 4, 5, 6, 7, 8};
  const auto tiles = static_cast<unsigned>(values.size());
  const lab::device_buffer<unsigned> d_in(values);
  lab::device_buffer<unsigned> d_out(tiles), d_state(tiles), d_sums(tiles);
  d_state.fill_bytes(0);
  acquire_release_kernel<<<tiles, 1>>>(d_in.data(), d_out.data(), d_state.data(), d_sums.data());
  CUDA_CHECK_LAUNCH("acquire_release_kernel");
  for (const unsigned sum : d_out.download()) std::printf("%u ", sum);
  std::printf("\n");
  return 0;
}
