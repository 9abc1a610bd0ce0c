// SPDX-License-Identifier: Apache-2.0
// The simple version of lab 05's reference, by splits, sorts 2^16 + 1 random keys, so that its counters cover
// all four passes. The digits have 8 bits, the blocks 256 threads, and the tiles 4096 keys.
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include "solutions/05_level2_local_sort/level2_local_sort.cu"

int main() {
  std::vector<std::uint32_t> keys((1u << 16) + 1);
  std::mt19937 random(5);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random());
  lab::device_buffer<std::uint32_t> d_keys(keys), d_scratch(keys.size());
  level2_local_sort::sort_by_digits<false>({d_keys.data(), nullptr}, {d_scratch.data(), nullptr}, keys.size(),
                                           8, {256, 4096}, false, nullptr);
  std::sort(keys.begin(), keys.end());
  std::printf("%s\n", d_keys.download() == keys ? "sorted" : "wrong");
  return 0;
}
