// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace lab02 {

using u32 = std::uint32_t;
using keys_t = std::vector<u32>;

struct digit {
  int shift, bits;
};

inline std::size_t bins(int bits) { return std::size_t{1} << bits; }
inline int passes(int bits) { return (32 + bits - 1) / bits; }
inline u32 digit_of(u32 key, int shift, int bits) {
  return (key >> shift) & static_cast<u32>((std::uint64_t{1} << bits) - 1);
}

inline keys_t counts_of(const keys_t& keys, int shift, int bits) {
  keys_t counts(bins(bits));
  for (u32 key : keys) ++counts[digit_of(key, shift, bits)];
  return counts;
}

inline keys_t starts_of(const keys_t& counts) {
  keys_t starts(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), starts.begin(), 0u);
  return starts;
}

// places[i] is where a pass puts keys[i].
inline keys_t places_by_digit(const keys_t& keys, int shift, int bits) {
  keys_t order(keys.size()), places(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](u32 a, u32 b) {
    return digit_of(keys[a], shift, bits) < digit_of(keys[b], shift, bits);
  });
  for (u32 place = 0; place < order.size(); ++place) places[order[place]] = place;
  return places;
}

inline keys_t ordered_by_digit(const keys_t& keys, int shift, int bits) {
  const keys_t places = places_by_digit(keys, shift, bits);
  keys_t ordered(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) ordered[places[i]] = keys[i];
  return ordered;
}

inline keys_t inclusive_of(const keys_t& counts) {
  keys_t sums(counts.size());
  std::partial_sum(counts.begin(), counts.end(), sums.begin());
  return sums;
}

}  // namespace lab02
