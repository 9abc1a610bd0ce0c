// SPDX-License-Identifier: Apache-2.0
// For the demonstration of exercise 8: a look-back that keeps its state and its sum in two words, with and
// without fences. A block has one thread and one element, and looks back only one tile, so only the fences
// matter.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>

// d_state and d_sums: all 0 at first, one element per tile. Writes inclusive sums.
// [lab03-two-words]
template <bool fences>
__global__ void two_words_kernel(const std::uint32_t* d_in, std::uint32_t* d_out, volatile unsigned* d_state,
                                 std::uint32_t* d_sums) {
  const unsigned tile = blockIdx.x;  // for the simulated device only, where blocks begin in order
  std::uint32_t before = 0;
  if (tile > 0) {
    while (d_state[tile - 1] == 0) {
    }
    if (fences) __threadfence();  // later reads stay after the read of the state
    before = d_sums[tile - 1];
  }
  const std::uint32_t sum = before + d_in[tile];
  d_sums[tile] = sum;
  if (fences) __threadfence();  // the sum is visible before the state
  d_state[tile] = 1;
  d_out[tile] = sum;
}
// [lab03-two-words]
