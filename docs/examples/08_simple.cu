// SPDX-License-Identifier: Apache-2.0
// The simple version of lab 08's sort, on key families that cover all of its code paths.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "lab/device_buffer.h"
#include "solutions/08_hybrid_radix/simple_sort.cuh"

template <class Key>
static bool sorts(const char* name, std::size_t n, Key key) {
  std::vector<std::uint32_t> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = key(static_cast<std::uint32_t>(i));
  lab::device_buffer<std::uint32_t> d_keys(keys), d_scratch(n), d_workspace(hybrid::simple::kWorkspaceWords);
  hybrid::simple::sort_keys(d_keys.data(), d_scratch.data(), n, d_workspace.data());
  CUDA_CHECK_LAUNCH("simple sort");
  std::vector<std::uint32_t> sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  const bool right = d_keys.download() == sorted;
  std::printf("%-26s %6zu keys  %s\n", name, n, right ? "sorted" : "WRONG");
  return right;
}

int main() {
  const auto drawn = [](std::uint32_t i) {
    i = (i ^ (i >> 16)) * 0x7feb352du;
    i = (i ^ (i >> 15)) * 0x846ca68bu;
    return i ^ (i >> 16);
  };
  bool right = sorts("random", 5000, drawn);
  right &= sorts("two buckets for all blocks", 150000,
                 [&](auto i) { return drawn(i) % 2 * 0xffff0000 + drawn(i + 1) % 99; });
  right &= sorts("one bucket, too large", 9000, [&](auto i) { return drawn(i) & 0xffff; });
  right &= sorts("all equal", 5000, [](auto) { return 7u; });
  right &= sorts("a full bucket, and a key", 4097, [](auto i) { return i < 4096 ? 4096 - i : 0xffffffffu; });
  right &= sorts("a single key", 1, drawn);
  return right ? 0 : 1;
}
