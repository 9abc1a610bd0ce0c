// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace lab04 {

using word = std::uint32_t;
using words = std::vector<word>;

struct digit {
  int shift, bits;
  std::size_t bins() const { return std::size_t{1} << bits; }
  std::size_t of(word key) const { return (key >> shift) & (bins() - 1); }
};

struct tiling {
  unsigned block_size, tile;
  std::size_t tiles(std::size_t n) const { return (n + tile - 1) / tile; }
  std::string name() const {
    return "blocks of " + std::to_string(block_size) + " threads, tiles of " + std::to_string(tile) + " keys";
  }
};

// Tiles of one key, with one or several keys per thread, and of a number of keys that isn't a multiple of the
// block size.
inline const std::vector<tiling> kTilings{{32, 1},     {32, 4},      {64, 64},   {96, 288},
                                          {128, 1000}, {1024, 1024}, {256, 4096}};

// The worked example of source 000.
const words kExample{0, 0, 1, 1, 0, 0, 1};
constexpr digit kExampleDigit{0, 1};
constexpr tiling kExampleTiling{32, 4};

inline int passes(int bits) { return (32 + bits - 1) / bits; }

inline words histogram_of(const words& keys, digit d, tiling t) {
  const std::size_t tiles = t.tiles(keys.size());
  words counts(d.bins() * tiles);
  for (std::size_t i = 0; i < keys.size(); ++i) ++counts[d.of(keys[i]) * tiles + i / t.tile];
  return counts;
}

inline words exclusive_scan(const words& counts) {
  words starts(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), starts.begin(), word{0});
  return starts;
}

inline words starts_of(const words& keys, digit d, tiling t) {
  return exclusive_scan(histogram_of(keys, d, t));
}

// Returns each key's position among the keys of its digit in its window. `counts` adds nothing, the tile's
// keys of that digit in earlier windows, or also those in the own window.
enum class earlier { none, before, with_own };
inline words relative_of(const words& keys, digit d, tiling t, std::size_t window, earlier counts) {
  words relative(keys.size());
  for (std::size_t begin = 0; begin < keys.size(); begin += t.tile) {
    const std::size_t end = std::min(keys.size(), begin + t.tile);
    words all(d.bins());  // of the windows so far
    for (std::size_t first = begin; first < end; first += window) {
      words here(d.bins()), base = all;
      for (std::size_t i = first; i < std::min(end, first + window); ++i) {
        relative[i] = here[d.of(keys[i])]++;
        ++all[d.of(keys[i])];
      }
      if (counts == earlier::with_own) base = all;
      for (std::size_t i = first; i < std::min(end, first + window) && counts != earlier::none; ++i)
        relative[i] += base[d.of(keys[i])];
    }
  }
  return relative;
}
inline words relative_of(const words& keys, digit d, tiling t) {
  return relative_of(keys, d, t, t.tile, earlier::none);
}

inline words ordered_by(words keys, digit d) {
  std::stable_sort(keys.begin(), keys.end(), [&](word a, word b) { return d.of(a) < d.of(b); });
  return keys;
}

inline words sorted(words keys) {
  std::sort(keys.begin(), keys.end());
  return keys;
}

}  // namespace lab04
