// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lab05 {

using words = std::vector<std::uint32_t>;

// A digit, and how the keys are divided into tiles.
struct cut {
  int shift, bits;
  unsigned block_size, tile;

  std::size_t bins() const { return std::size_t{1} << bits; }
  std::uint32_t digit_of(std::uint32_t key) const {
    return (key >> shift) & static_cast<std::uint32_t>(bins() - 1);
  }
  std::size_t tiles(std::size_t n) const { return (n + tile - 1) / tile; }
  std::size_t begin(std::size_t b) const { return b * tile; }
  std::size_t end(std::size_t b, std::size_t n) const { return std::min(n, (b + 1) * tile); }
};

// Returns the keys, with every tile in stable order of `rank`.
template <class Rank>
words tiles_ordered_by(const words& keys, const cut& c, Rank rank) {
  words result = keys;
  for (std::size_t b = 0; b < c.tiles(keys.size()); ++b)
    std::stable_sort(result.begin() + static_cast<std::ptrdiff_t>(c.begin(b)),
                     result.begin() + static_cast<std::ptrdiff_t>(c.end(b, keys.size())),
                     [&](std::uint32_t x, std::uint32_t y) { return rank(x) < rank(y); });
  return result;
}
inline words sorted_tiles(const words& keys, const cut& c) {
  return tiles_ordered_by(keys, c, [&](std::uint32_t key) { return c.digit_of(key); });
}

// The counts are at [bin * tiles + b].
inline words histogram_of(const words& keys, const cut& c) {
  const std::size_t tiles = c.tiles(keys.size());
  words counts(c.bins() * tiles);
  for (std::size_t i = 0; i < keys.size(); ++i) ++counts[c.digit_of(keys[i]) * tiles + i / c.tile];
  return counts;
}

inline words starts_of(const words& counts) {
  words starts(counts.size());
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    starts[i] = sum;
    sum += counts[i];
  }
  return starts;
}

// Block-major order is [b * bins + bin].
inline words transposed(const words& counts, std::size_t tiles) {
  const std::size_t bins = tiles == 0 ? 0 : counts.size() / tiles;
  words result(counts.size());
  for (std::size_t bin = 0; bin < bins; ++bin)
    for (std::size_t b = 0; b < tiles; ++b) result[b * bins + bin] = counts[bin * tiles + b];
  return result;
}

// Returns the exclusive scan over the bins of each tile.
inline words local_of(const words& counts, std::size_t tiles, bool inclusive = false) {
  words local(counts.size());
  for (std::size_t b = 0; b < tiles; ++b) {
    std::uint32_t sum = 0;
    for (std::size_t at = b; at < counts.size(); at += tiles) {
      local[at] = inclusive ? sum + counts[at] : sum;
      sum += counts[at];
    }
  }
  return local;
}

inline words ordered_by_digit(const words& keys, const cut& c) {
  words result = keys;
  std::stable_sort(result.begin(), result.end(),
                   [&](std::uint32_t x, std::uint32_t y) { return c.digit_of(x) < c.digit_of(y); });
  return result;
}

}  // namespace lab05
