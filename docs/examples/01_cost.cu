// SPDX-License-Identifier: Apache-2.0
// Chapter 01: the memory traffic of the reference solution's three sorts; see 01_cost.counters.expected.
#include <cstdio>
#include <set>

#include "solutions/01_enumeration/enumeration.cu"

int main() {
  constexpr std::size_t n = 2048;
  std::vector<std::uint32_t> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<std::uint32_t>(i * 2654435761u >> 20);
  const std::multiset<std::uint32_t> in_order(keys.begin(), keys.end());  // sorting is the exercise
  const std::vector<std::uint32_t> expected(in_order.begin(), in_order.end());

  const lab::device_buffer<std::uint32_t> d_keys(keys);
  lab::device_buffer<std::uint32_t> d_sorted(n), d_ranks(n);
  const auto report = [&](const char* name, const lab::status& status) {
    std::printf("%-10s %s\n", name, status.ok() && d_sorted.download() == expected ? "sorted" : "WRONG");
  };
  report("direct", enumeration::sort_direct(d_keys.data(), d_sorted.data(), n, 256));
  report("tiled", enumeration::sort_tiled(d_keys.data(), d_sorted.data(), n));
  report("two-level", enumeration::sort_two_level(d_keys.data(), d_sorted.data(), d_ranks.data(), n, 2));
  return 0;
}
