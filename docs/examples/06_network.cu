// SPDX-License-Identifier: Apache-2.0
// Chapter 06: the network that lab 06 gives, on all inputs of zeros and ones, and with a round left out.
// A network that sorts all of them sorts everything (the zero-one principle).
#include <algorithm>
#include <cstdint>
#include <cstdio>

#include "given.h"

// Sorted inputs among all 2^kItems of zeros and ones, with `missing` keys at the end that take no part.
template <unsigned kItems, unsigned kMissing = 0>
static unsigned sorted_inputs() {
  unsigned sorted = 0;
  for (unsigned bits = 0; bits < 1u << kItems; ++bits) {
    std::uint32_t keys[kItems], part[kItems - kMissing];
    for (unsigned i = 0; i < kItems; ++i) keys[i] = bits >> i & 1;
    std::copy(keys, keys + kItems - kMissing, part);
    bucket_merge::sort_own_keys(part);
    std::copy(part, part + kItems - kMissing, keys);
    sorted += std::is_sorted(keys, keys + kItems) ? 1 : 0;
  }
  return sorted;
}

int main() {
  std::printf("all 8 keys take part:  %u of 256 inputs sorted\n", sorted_inputs<8>());
  std::printf("the last does not:     %u of 256\n", sorted_inputs<8, 1>());
  std::printf("all 16 keys take part: %u of 65536\n", sorted_inputs<16>());
  return 0;
}
