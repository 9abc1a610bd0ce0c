// SPDX-License-Identifier: Apache-2.0
// Lab 06: Batcher's odd-even merge sort of one thread's keys, in registers.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>

namespace bucket_merge {

// [lab06-network]
// Batcher's network, with the keys in registers.
template <unsigned Items>
__device__ void sort_network(std::uint32_t (&keys)[Items]) {
#pragma unroll
  for (unsigned run = 1; run < Items; run *= 2)
#pragma unroll
    for (unsigned distance = run; distance > 0; distance /= 2)
#pragma unroll
      for (unsigned i = 0; i < Items; ++i) {
        if (i + distance >= Items || i < distance % run) continue;
        if ((i - distance % run) / distance % 2 != 0) continue;
        if (i / (2 * run) != (i + distance) / (2 * run)) continue;
        const std::uint32_t low = min(keys[i], keys[i + distance]);
        keys[i + distance] = max(keys[i], keys[i + distance]);
        keys[i] = low;
      }
}
// [lab06-network]

}  // namespace bucket_merge
