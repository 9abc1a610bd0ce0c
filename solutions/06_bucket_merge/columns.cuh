// SPDX-License-Identifier: Apache-2.0
// Exercises 1 and 2 inside a block: keys to shared memory and back, and sorted columns.
#pragma once
#include <cstdint>

__device__ inline void load_keys(const std::uint32_t* d_keys, unsigned n, std::uint32_t* s_keys) {
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) s_keys[i] = d_keys[i];
  __syncthreads();
}

// After a barrier that the caller makes.
__device__ inline void store_keys(const std::uint32_t* s_keys, unsigned n, std::uint32_t* d_keys) {
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) d_keys[i] = s_keys[i];
}

// [lab06-sort-column]
// A column belongs to one thread, so its 32 passes need no barrier. Zeros move up in s_keys, where nothing is
// overwritten that has not been read; ones wait in s_ones. A mask of 32 bits is 0 after the 32nd shift.
__device__ inline void sort_column(std::uint32_t* s_keys, std::uint32_t* s_ones, unsigned n,
                                   unsigned columns) {
  constexpr unsigned kAhead = 8;  // rows read at once, so that a key does not wait for the one before it
  const unsigned first = threadIdx.x < columns ? threadIdx.x : n;
  for (std::uint32_t bit = 1; bit != 0; bit <<= 1) {
    unsigned zeros = first, ones = first;  // where the next one goes
    for (unsigned i = first; i < n; i += kAhead * columns) {
      std::uint32_t keys[kAhead];
#pragma unroll
      for (unsigned k = 0; k < kAhead; ++k)
        if (i + k * columns < n) keys[k] = s_keys[i + k * columns];
#pragma unroll
      for (unsigned k = 0; k < kAhead; ++k) {
        if (i + k * columns >= n) continue;
        const bool one = (keys[k] & bit) != 0;
        (one ? s_ones[ones] : s_keys[zeros]) = keys[k];
        (one ? ones : zeros) += columns;
      }
    }
    for (unsigned i = first; i < ones; i += columns, zeros += columns) s_keys[zeros] = s_ones[i];
  }
  __syncthreads();
}
// [lab06-sort-column]
