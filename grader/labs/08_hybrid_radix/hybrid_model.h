// SPDX-License-Identifier: Apache-2.0
// Serves the tests and the figure in the notes, and does not need the grader.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

namespace lab08 {

using u32 = std::uint32_t;
using words = std::vector<u32>;

struct cut {
  int shift, bits;
  unsigned block_size, tile;
  u32 digit_of(u32 key) const { return (key >> shift) & ((1u << bits) - 1); }
};

// Counts the keys before key i in its tile that have its digit.
inline words ranks_of(const words& keys, const cut& c) {
  words ranks;
  std::map<u32, u32> seen;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i % c.tile == 0) seen.clear();
    ranks.push_back(seen[c.digit_of(keys[i])]++);
  }
  return ranks;
}

inline words bin_starts(const words& keys, int shift, int bits) {
  const cut c{shift, bits, 0, 1};
  words starts(std::size_t{1} << bits, 0);
  for (const u32 key : keys)
    if (c.digit_of(key) + 1 < starts.size()) ++starts[c.digit_of(key) + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  return starts;
}

// The tiles reserve their places in the given order. Ranks within a tile are in the order of the keys; on a
// device, they are in the order of the atomics.
inline words split_in_order(const words& keys, const cut& c, const std::vector<std::size_t>& tiles) {
  words cursors = bin_starts(keys, c.shift, c.bits), out(keys.size());
  for (const std::size_t tile : tiles)
    for (std::size_t i = tile * c.tile; i < keys.size() && i < (tile + 1) * c.tile; ++i)
      out.at(cursors[c.digit_of(keys[i])]++) = keys[i];
  return out;
}

// The worked example of the notes: 4-bit keys, split by the upper two bits, tile 1 first.
inline const words kExample{13, 2, 7, 9, 4, 14, 1, 9, 6, 9, 11, 3};
constexpr cut kExampleCut{2, 2, 0, 4};
inline const std::vector<std::size_t> kExampleOrder{1, 0, 2};

}  // namespace lab08
