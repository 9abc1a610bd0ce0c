// SPDX-License-Identifier: Apache-2.0
// Applies the methods that lab 08's sorts use for millions of keys to inputs that are small
// enough for the simulated device.
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

using buffer = lab::device_buffer<std::uint32_t>;

bool right = true;

// Computes a key's code as a kernel does.
template <class Code>
Code code(hybrid::key_order<Code> order, Code bits) {
  return bits ^ order.flip ^ (bits >> (8 * sizeof(Code) - 1) != 0 ? order.negative : Code{0});
}

void say(const char* way, const char* name, std::size_t n, bool sorted) {
  std::printf("%-20s %-24s %7zu  %s\n", way, name, n, sorted ? "sorted" : "WRONG");
  right &= sorted;
}

template <class Code>
void by_two_splits(const char* name, const std::vector<Code>& keys, const hybrid::device_facts& device,
                   hybrid::key_order<Code> order = {}, bool in_place = true) {
  const std::size_t n = keys.size();
  lab::device_buffer<Code> d_keys(keys), d_sorted(n), d_scratch(n);
  buffer d_workspace(hybrid::two_splits_words<Code>(n, device));
  lab::device_buffer<Code>& d_out = in_place ? d_keys : d_sorted;
  const Code* in = d_keys.data();
  hybrid::sort_by_two_splits(in, d_out.data(), d_scratch.data(), n, d_workspace.data(), order, device,
                             hybrid::no_phases{});
  CUDA_CHECK_LAUNCH("sort_by_two_splits");
  std::vector<Code> sorted = keys;
  std::sort(sorted.begin(), sorted.end(), [&](Code a, Code b) { return code(order, a) < code(order, b); });
  say(sizeof(Code) == 4 ? "keys, two splits" : "64-bit, two splits", name, n, d_out.download() == sorted);
}

template <class Value = std::uint32_t, class Code>
void pairs_by_buckets(const char* name, const std::vector<Code>& keys, const hybrid::device_facts& device,
                      hybrid::key_order<Code> order = {}, bool argsort = false) {
  const std::size_t n = keys.size();
  std::vector<Value> places(n);
  std::iota(places.begin(), places.end(), Value{0});
  lab::device_buffer<Code> d_keys(keys), d_sorted(n), d_scratch_keys(n);
  lab::device_buffer<Value> d_values(places), d_scratch_values(n);
  buffer d_workspace(hybrid::pairs_words<Code, Value>(n, device, true));
  const hybrid::pairs<Code, Value> p{d_keys.data(), argsort ? nullptr : d_values.data(),
                                     argsort ? d_sorted.data() : d_keys.data(), d_values.data()};
  hybrid::sort_pairs_by_buckets(p, d_scratch_keys.data(), d_scratch_values.data(), n, d_workspace.data(),
                                order, device);
  CUDA_CHECK_LAUNCH("sort_pairs_by_buckets");
  std::stable_sort(places.begin(), places.end(),
                   [&](auto a, auto b) { return code(order, keys[a]) < code(order, keys[b]); });
  std::vector<Code> sorted;
  for (const auto i : places) sorted.push_back(keys[i]);
  say(sizeof(Code) == 4 ? "pairs, by buckets" : "64-bit, by buckets", name, n,
      (argsort ? d_sorted : d_keys).download() == sorted && d_values.download() == places);
}

template <class Code = std::uint32_t, class Key>
std::vector<Code> made(std::size_t n, Key key) {
  std::vector<Code> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = key(static_cast<std::uint32_t>(i));
  return keys;
}

}  // namespace

int main() {
  const hybrid::device_facts device = hybrid::facts_of_this_device();
  if (!hybrid::has_room<std::uint64_t>(device)) return std::puts("a block has too little shared memory"), 0;
  hybrid::allow_keys<std::uint32_t>(device);
  hybrid::allow_keys<std::uint64_t>(device);
  hybrid::allow_pairs<std::uint32_t, std::uint32_t>(device);
  hybrid::allow_pairs<std::uint32_t, std::uint64_t>(device);
  hybrid::allow_pairs<std::uint64_t, std::uint32_t>(device);
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
  pairs_by_buckets("a bucket of 2304", made(4600, [&](auto i) { return i < 2304 ? drawn(i) & 0xffff : ~i; }),
                   device);
  pairs_by_buckets("a bucket of 2305", made(4600, [&](auto i) { return i < 2305 ? drawn(i) & 0xffff : ~i; }),
                   device);
  pairs_by_buckets("all in one bucket", made(9000, [&](auto i) { return drawn(i) & 0xffff; }), device);
  pairs_by_buckets("all equal", made(9000, [](auto) { return 7u; }), device);
  const auto wide = [&](auto i) { return std::uint64_t{drawn(i)} << 32 | drawn(i + 1); };
  const auto floats = hybrid::order_of<float>(), down = hybrid::order_of<float>(true);
  const auto doubles = hybrid::order_of<double>();
  by_two_splits("float", made(66000, drawn), device, floats, false);
  by_two_splits("float, down, skewed", made(66000, [&](auto i) { return i % 8 ? i % 5 : drawn(i); }), device,
                down);
  by_two_splits("one bucket, down", made(66000, [&](auto i) { return drawn(i) & 0xffff; }), device, down,
                false);
  by_two_splits("random", made<std::uint64_t>(66000, wide), device);
  by_two_splits("double", made<std::uint64_t>(66000, wide), device, doubles, false);
  by_two_splits("large buckets",
                made<std::uint64_t>(66000, [&](auto i) { return wide(i) % (std::uint64_t{6} << 48); }),
                device, doubles);
  by_two_splits("a bucket too large", made<std::uint64_t>(66000, [&](auto i) { return i % 2 ? 7 : wide(i); }),
                device, doubles);
  pairs_by_buckets("float, argsort", made(9000, drawn), device, floats, true);
  pairs_by_buckets<std::uint64_t>("8-byte values, down", made(9000, drawn), device, down);
  pairs_by_buckets("double", made<std::uint64_t>(9000, wide), device, doubles);
  pairs_by_buckets(
      "few distinct",
      made<std::uint64_t>(9000, [&](auto i) { return std::uint64_t{drawn(i) % 3} << 47 | i % 2; }), device,
      doubles, true);
  pairs_by_buckets("a bucket of 2305",
                   made<std::uint64_t>(9000, [&](auto i) { return i < 2305 ? drawn(i) : ~wide(i); }), device,
                   doubles, true);
  pairs_by_buckets("three passes",
                   made<std::uint64_t>(9000, [&](auto i) { return std::uint64_t{drawn(i)} >> 8; }), device,
                   doubles);
  pairs_by_buckets("equal, argsort", made<std::uint64_t>(9000, [](auto) { return std::uint64_t{7}; }), device,
                   doubles, true);
  return right ? 0 : 1;
}
