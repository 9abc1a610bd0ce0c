// SPDX-License-Identifier: Apache-2.0
// Lab 06, given for exercise 8: a sort of one thread's keys.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>

namespace bucket_merge {

// [lab06-transposition]
// Sorts one thread's keys in registers by odd-even transposition: kItems rounds, each comparing neighbours,
// alternately from even and from odd places. Once the loops are unrolled, every index is a compile-time
// constant, so the array stays in registers.
template <unsigned kItems>
__device__ inline void sort_own_keys(std::uint32_t (&keys)[kItems]) {
#pragma unroll
  for (unsigned round = 0; round < kItems; ++round)
#pragma unroll
    for (unsigned i = round % 2; i + 1 < kItems; i += 2) {
      const std::uint32_t a = keys[i], b = keys[i + 1];
      keys[i] = a < b ? a : b;
      keys[i + 1] = a < b ? b : a;
    }
}
// [lab06-transposition]

}  // namespace bucket_merge
