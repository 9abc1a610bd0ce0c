// SPDX-License-Identifier: Apache-2.0
// The reference solution of lab 04 sorts 2^16 + 1 random keys, so that its counters cover all four passes.
// The digits have 8 bits, the blocks 256 threads, and the tiles 4096 keys.
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include "solutions/04_multiblock_radix/multiblock_radix.cu"

int main() {
  std::vector<std::uint32_t> keys((1u << 16) + 1);
  std::mt19937 random(4);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random());
  lab::device_buffer<std::uint32_t> d_keys(keys), d_scratch(keys.size());
  const lab::status done =
      multiblock_radix::sort(d_keys.data(), d_scratch.data(), keys.size(), 8, {256, 4096}, nullptr);
  std::sort(keys.begin(), keys.end());
  std::printf("%s\n", done.ok() && d_keys.download() == keys ? "sorted" : "wrong");
  return 0;
}
