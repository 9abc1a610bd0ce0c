// SPDX-License-Identifier: Apache-2.0
// The ways that lab 08's sorts take for millions of keys, taken by so few that the simulated device can sort
// them.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

#include "lab/device_buffer.h"
#include "solutions/08_hybrid_radix/sort_keys.cuh"
#include "solutions/08_hybrid_radix/sort_pairs.cuh"

namespace {

using words = std::vector<std::uint32_t>;
using buffer = lab::device_buffer<std::uint32_t>;

bool right = true;

void say(const char* way, const char* name, std::size_t n, bool sorted) {
  std::printf("%-20s %-24s %7zu  %s\n", way, name, n, sorted ? "sorted" : "WRONG");
  right &= sorted;
}

void by_two_splits(const char* name, const words& keys, const hybrid::device_facts& device) {
  const std::size_t n = keys.size();
  buffer d_keys(keys), d_scratch(n), d_workspace(hybrid::plan_words(n));
  hybrid::sort_by_two_splits(d_keys.data(), d_scratch.data(), n, d_workspace.data(), device,
                             hybrid::no_phases{});
  CUDA_CHECK_LAUNCH("sort_by_two_splits");
  words sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  say("keys, two splits", name, n, d_keys.download() == sorted);
}

void pairs_by_buckets(const char* name, const words& keys, const hybrid::device_facts& device) {
  const std::size_t n = keys.size();
  words places(n);
  std::iota(places.begin(), places.end(), 0u);
  buffer d_keys(keys), d_values(places), d_scratch_keys(n), d_scratch_values(n);
  buffer d_workspace(hybrid::pairs_words(n, device, true));
  hybrid::sort_pairs_by_sweeps(true, d_keys.data(), d_values.data(), d_scratch_keys.data(),
                               d_scratch_values.data(), n, d_workspace.data(), device);
  CUDA_CHECK_LAUNCH("sort_pairs_by_sweeps");
  std::stable_sort(places.begin(), places.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
  words sorted;
  for (const auto i : places) sorted.push_back(keys[i]);
  say("pairs, by buckets", name, n, d_keys.download() == sorted && d_values.download() == places);
}

template <class Key>
words made(std::size_t n, Key key) {
  words keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = key(static_cast<std::uint32_t>(i));
  return keys;
}

}  // namespace

int main() {
  const hybrid::device_facts device = hybrid::facts_of_this_device();
  if (!hybrid::has_room(device)) return std::puts("a block has too little shared memory"), 0;
  hybrid::allow_shared_memory(device);
  hybrid::allow_sweep_memory(device);
  const auto drawn = [](std::uint32_t i) {
    i = (i ^ (i >> 16)) * 0x7feb352du;
    i = (i ^ (i >> 15)) * 0x846ca68bu;
    return i ^ (i >> 16);
  };
  by_two_splits("random", made(70000, drawn), device);
  by_two_splits("many in one bucket", made(70000, [&](auto i) { return i % 8 ? i % 5 : drawn(i); }), device);
  by_two_splits("all in one bucket", made(70000, [&](auto i) { return drawn(i) & 0xffff; }), device);
  by_two_splits("too many for a counter", made(120000, [&](auto i) { return drawn(i) % 3 << 14; }), device);
  by_two_splits("more than a block counts", made(140000, [&](auto i) { return drawn(i) % 3 << 14; }), device);
  by_two_splits(
      "middle and large ones",
      made(70000, [&](auto i) { return i % 3   ? drawn(i)
                                       : i % 2 ? i % 20000
                                               : 77u << 16 | i % 7000; }),
      device);
  pairs_by_buckets("random", made(20000, drawn), device);
  pairs_by_buckets("equal low bits", made(9000, [&](auto i) { return drawn(i) & 0x07ff0000; }), device);
  pairs_by_buckets("a bucket of 4608", made(9000, [&](auto i) { return i < 4608 ? drawn(i) & 0xffff : ~i; }),
                   device);
  pairs_by_buckets("a bucket of 4609", made(9000, [&](auto i) { return i < 4609 ? drawn(i) & 0xffff : ~i; }),
                   device);
  return right ? 0 : 1;
}
