// SPDX-License-Identifier: Apache-2.0
// Guesses why a result of lab 05 is wrong, from that result.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "tile_model.h"

namespace lab05 {

// For example "Tile 2 (keys 128 to 171)".
inline std::string tile_named(std::size_t b, std::size_t n, const cut& c) {
  return "Tile " + std::to_string(b) + " (keys " + std::to_string(c.begin(b)) + " to " +
         std::to_string(c.end(b, n) - 1) + ")";
}

inline words part(const words& all, std::size_t begin, std::size_t end) {
  return {all.begin() + static_cast<std::ptrdiff_t>(begin), all.begin() + static_cast<std::ptrdiff_t>(end)};
}
inline words ascending_order(words keys) {
  std::sort(keys.begin(), keys.end());
  return keys;
}

// What a wrong result shows about one tile.
struct tile_view {
  words before, after, right;
  const cut& c;
  std::size_t b, n;

  bool has_all_keys() const { return ascending_order(before) == ascending_order(after); }
  bool in_order() const {
    return std::is_sorted(after.begin(), after.end(),
                          [&](std::uint32_t x, std::uint32_t y) { return c.digit_of(x) < c.digit_of(y); });
  }
  bool partial() const { return before.size() < c.tile; }
  bool has_zeros_that_are_no_keys() const {
    return std::find(before.begin(), before.end(), 0u) == before.end() &&
           std::find(after.begin(), after.end(), 0u) != after.end();
  }
};

inline tile_view view(const words& keys, const words& got, const words& right, const cut& c, std::size_t b) {
  const std::size_t begin = c.begin(b), end = c.end(b, keys.size());
  return {part(keys, begin, end), part(got, begin, end), part(right, begin, end), c, b, keys.size()};
}

constexpr const char* kNumZeros =
    "numZeros must count only keys that the tile has. By the source's formula, it is (number of keys) - "
    "scan[last] - bit[last]. There, the number of keys must not be blockSize or the size of a full tile.";

inline std::string diagnose_lost_keys(const tile_view& v) {
  const std::string name = tile_named(v.b, v.n, v.c);
  const std::string has = v.partial() ? name + " has only " + std::to_string(v.before.size()) + " of " +
                                            std::to_string(v.c.tile) + " keys. "
                                      : name + ": ";
  if (v.has_zeros_that_are_no_keys())
    return name + " has zeros in the output that aren't keys. Places beyond its " +
           std::to_string(v.before.size()) + (v.before.size() == 1 ? " key" : " keys") +
           " were taken for keys that are 0. " + kNumZeros;
  const auto is_key = [&](std::uint32_t word) {
    return std::find(v.before.begin(), v.before.end(), word) != v.before.end();
  };
  if (std::none_of(v.after.begin(), v.after.end(), is_key)) return "";  // nothing was stored in the tile
  std::size_t first = 0;
  while (v.after[first] == v.right[first]) ++first;
  if (std::none_of(v.after.begin() + static_cast<std::ptrdiff_t>(first), v.after.end(), is_key)) return "";
  std::size_t wrong_ones = 0;  // all keys from there on, or only a few, which is a different mistake
  for (std::size_t i = first; i < v.right.size(); ++i) wrong_ones += v.after[i] != v.right[i];
  if (v.partial() && v.c.digit_of(v.right[first]) != 0 && 2 * wrong_ones > v.right.size() - first)
    return has + "The keys are right before place " + std::to_string(first) +
           ", but then some are missing. " + kNumZeros;
  return has +
         "Some keys are lost and others occur twice, so two keys got the same place. The rank of a key whose bit is "
         "0 is the number of zeros before it in the tile. If its bit is 1, its rank is numZeros plus the number of "
         "ones before it.";
}

// Every tile has the right keys, but some tiles are not in order of the digit.
inline std::string diagnose_order(const tile_view& v, const words& keys, const words& got) {
  const cut& c = v.c;
  const int last = std::min(31, c.shift + c.bits - 1);
  const std::string wanted = c.bits == 1 ? "bit " + std::to_string(c.shift)
                                         : "bits " + std::to_string(c.shift) + " to " + std::to_string(last);
  const auto highest = [&](std::uint32_t key) { return ~c.digit_of(key); };
  if (got == tiles_ordered_by(keys, c, highest))
    return "The tiles are in descending order of the digit, but keys whose bit is 0 must come first.";
  const auto mirrored = [&](std::uint32_t key) {
    std::uint32_t result = 0;
    for (int bit = c.shift; bit <= last; ++bit) result = result << 1 | (key >> bit & 1);
    return result;
  };
  if (c.bits > 1 && got == tiles_ordered_by(keys, c, mirrored))
    return "The splits ran from the digit's highest bit to its lowest. The last split decides, so "
           "begin with the lowest bit.";
  const auto is_in_order_of = [&](int shift, int bits) {  // only if there are enough keys to exclude chance
    return keys.size() >= 32 && c.tile >= 8 && got == sorted_tiles(keys, {shift, bits, c.block_size, c.tile});
  };
  for (int bits = 1; bits < c.bits && c.shift + bits <= last; ++bits)
    if (is_in_order_of(c.shift, bits))
      return "The tiles are in order of the lowest " + (bits == 1 ? "bit" : std::to_string(bits) + " bits") +
             " of the digit only. There must be one split for each of " + wanted + ".";
  if (c.bits > 1 && is_in_order_of(last, 1))
    return "The tiles are in order of bit " + std::to_string(last) + " only, not of " + wanted +
           ". Does every split begin with the result of the previous split?";
  if (c.shift > 0 && is_in_order_of(0, c.bits))
    return "The tiles are in order of the lowest bits of the key, not of " + wanted +
           ": the digit begins at `shift`.";
  const auto last_bit = [&](std::uint32_t x, std::uint32_t y) { return (x >> last & 1) < (y >> last & 1); };
  if (c.bits > 1 && std::is_sorted(v.after.begin(), v.after.end(), last_bit))
    return tile_named(v.b, v.n, c) + " is in order of bit " + std::to_string(last) +
           ", which is split last, but not of the lower bits. A split has destroyed the order of the splits "
           "before it, so it is not stable. Keys with the same bit must keep their order.";
  return "";
}

// Returns whether the keys of each tile are in order of the digit, stable or not.
inline bool every_tile_is_ordered(const words& keys, const words& got, const cut& c) {
  for (std::size_t b = 0; b < c.tiles(keys.size()); ++b) {
    const tile_view v = view(keys, got, got, c, b);
    if (!v.has_all_keys() || !v.in_order()) return false;
  }
  return true;
}

// Guesses why `got` is not `keys` with every tile in order; "" if there is no guess.
inline std::string diagnose_tiles(const words& keys, const words& got, const cut& c) {
  const words right = sorted_tiles(keys, c);
  if (got == keys) return "The output is the input: no key was moved.";
  if (got == ordered_by_digit(keys, c))
    return "The whole array is in order of the digit, but each tile must be sorted separately.";
  for (std::size_t b = 0; b < c.tiles(keys.size()); ++b) {
    const tile_view v = view(keys, got, right, c, b);
    if (!v.has_all_keys()) return diagnose_lost_keys(v);
    if (!v.in_order()) return diagnose_order(v, keys, got);
  }
  return "";
}

// Explains a wrong d_histogram.
inline std::string diagnose_histogram(const words& keys, const words& got, const cut& c) {
  const words right = histogram_of(keys, c);
  const std::size_t tiles = c.tiles(keys.size());
  if (got == transposed(right, tiles))
    return "These are the right counts in block-major order, [b * bins + bin], as in the source. Here, they "
           "must be bin-major, [bin * tiles + b], so that one scan over all of them gives the places.";
  words up_to = right;  // including the element itself
  bool only_last_bin = true;
  for (std::size_t i = 0; i < right.size(); ++i) {
    if (i >= tiles) up_to[i] += up_to[i - tiles];
    const std::size_t b = i % tiles;
    std::size_t last_bin = right.size() / tiles - 1;
    while (last_bin > 0 && right[last_bin * tiles + b] == 0) --last_bin;
    only_last_bin = only_last_bin && (got[i] == right[i] || i / tiles == last_bin);
  }
  bool ends = true, wrong = false;  // only bins that have keys are compared
  for (std::size_t i = 0; i < right.size(); ++i) {
    ends = ends && (right[i] == 0 || got[i] == up_to[i]);
    wrong = wrong || (right[i] != 0 && got[i] != right[i]);
  }
  if (ends && wrong)
    return "These are the places where the bins end in their tile, not their numbers of keys. Subtract the "
           "place where each bin begins.";
  bool one_too_many = true;
  for (std::size_t i = 0; i < right.size(); ++i)
    one_too_many = one_too_many && (got[i] == right[i] || got[i] == right[i] + 1);
  if (one_too_many)
    return "Every wrong counter is one too large: a bin begins one place too early, or ends one place too "
           "late.";
  if (only_last_bin)
    return "In each tile, only the counter of the last bin that occurs is wrong. No other bin begins after it, so it "
           "ends with the tile's last key.";
  return "";
}

// Explains a wrong d_local.
inline std::string diagnose_local(const words& counts, const words& got, std::size_t tiles) {
  if (got == local_of(counts, tiles, true))
    return "These are the inclusive sums, so everything is one bin too early. The exclusive sums are needed, "
           "which leave out a bin's own count.";
  if (got == starts_of(counts))
    return "This is the scan of all histograms together. Each tile must be scanned separately, so its bin 0 begins "
           "at 0.";
  const std::size_t bins = counts.size() / tiles;
  words block_major(counts.size());
  for (std::size_t b = 0; b < tiles; ++b)
    for (std::size_t bin = 1; bin < bins; ++bin)
      block_major[b * bins + bin] = block_major[b * bins + bin - 1] + counts[b * bins + bin - 1];
  if (got == block_major)
    return "This scans `bins` neighbouring counters at a time, as if the histogram were block-major. It is "
           "bin-major: the next bin of the same tile is `tiles` elements further on.";
  if (got == counts) return "The output is the histogram itself: nothing was added up.";
  const words right = local_of(counts, tiles);
  std::size_t first_bin = bins;
  for (std::size_t i = 0; i < got.size(); ++i)
    if (got[i] != right[i]) first_bin = std::min(first_bin, i / tiles);
  if (first_bin > 0)
    return (first_bin == 1
                ? "Bin 0 of every tile is right, bin "
                : "Bins 0 to " + std::to_string(first_bin - 1) + " of every tile are right, bin ") +
           std::to_string(first_bin) + " is the first wrong one.";
  return "";
}

// Explains a wrong d_out. All keys differ; `keys` are the sorted tiles.
inline std::string diagnose_scatter(const words& keys, const words& got, const cut& c, const words& starts,
                                    const words& local) {
  const std::size_t n = keys.size(), tiles = c.tiles(n);
  struct formula {
    const char* meaning;
    bool block_major_starts, block_major_local, subtracts;
  };
  const formula formulas[] = {
      {"", false, false, true},
      {"Both d_starts and d_local were read as block-major, [b * bins + bin]. Both are "
       "bin-major: [bin * tiles + b].",
       true, true, true},
      {"d_starts was read as block-major, [b * bins + bin]. It is bin-major: [bin * tiles + b].", true, false,
       true},
      {"d_local was read as block-major, [b * bins + bin]. It is bin-major: [bin * tiles + b].", false, true,
       true},
      {"d_local was not subtracted. d_starts[…] is where the bin's keys begin in d_out, but the first of "
       "them has the place d_local[…] in the tile, not 0.",
       false, false, false}};
  std::size_t best = 0, most = 0;
  for (std::size_t f = 0; f < std::size(formulas); ++f) {
    std::size_t explained = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t b = i / c.tile, bin = c.digit_of(keys[i]);
      const std::size_t bin_major = bin * tiles + b, block_major = b * c.bins() + bin;
      const std::uint32_t place =
          starts[formulas[f].block_major_starts ? block_major : bin_major] +
          static_cast<std::uint32_t>(i - c.begin(b)) -
          (formulas[f].subtracts ? local[formulas[f].block_major_local ? block_major : bin_major] : 0);
      explained += place < n && got[place] == keys[i];
    }
    if (explained > most) {
      best = f;
      most = explained;
    }
  }
  if (best > 0 && 2 * most > n) return formulas[best].meaning;
  const words right = ordered_by_digit(keys, c);
  const auto place_in = [](const words& all, std::uint32_t key) {
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), key) - all.begin());
  };
  std::size_t first = 0;
  while (got[first] == right[first]) ++first;
  const std::size_t i = place_in(keys, right[first]), there = place_in(got, right[first]);
  return "The key that belongs there has place " + std::to_string(i % c.tile) + " in tile " +
         std::to_string(i / c.tile) + " and digit " + std::to_string(c.digit_of(right[first])) + "; it " +
         (there == n ? "is nowhere in the output." : "went to " + std::to_string(there) + ".");
}

// Whether the keys are in order of some of their digits.
inline std::string diagnose_passes(const words& keys, const words& got, const cut& c) {
  const auto pass = [&](const words& from, int shift) {
    return ordered_by_digit(from, {shift, c.bits, c.block_size, c.tile});
  };
  words upwards = keys, without_first = keys, downwards = keys;
  for (int low = c.bits; low < 32; low += c.bits) {
    upwards = pass(upwards, low - c.bits);
    without_first = pass(without_first, low);
    if (got != upwards) continue;
    const std::string text = "The keys are in order of their lowest " + std::to_string(low) + " bits only";
    if (low == c.bits && 2 * low < 32)
      return text + ", those of the first pass. Do the other passes use their own shift?";
    return text + ": the pass at shift " + std::to_string(low) + " is missing." +
           (low + c.bits > 32 ? " 32 need not be a multiple of `bits`; the last digit can be narrower." : "");
  }
  if (got == without_first)
    return "The keys are in order of all bits but the lowest " + std::to_string(c.bits) +
           ": the pass at shift 0 is missing.";
  for (int shift = 31 / c.bits * c.bits; shift >= 0; shift -= c.bits) downwards = pass(downwards, shift);
  if (got == downwards)
    return "The passes ran from the highest digit to the lowest. The last pass decides, so it must be the pass of "
           "the highest digit.";
  return "";
}

// Explains d_keys that are not sorted.
inline std::string diagnose_sort(const words& keys, const words& got, const cut& c) {
  words right = keys;
  std::sort(right.begin(), right.end());
  if (const std::string passes = diagnose_passes(keys, got, c); !passes.empty() && keys.size() >= 64)
    return passes;  // fewer keys can be in some order by chance
  if (got == keys) return "The keys are unchanged: no key was moved.";
  words present = got;
  std::sort(present.begin(), present.end());
  if (present != right) return "";
  const int last = (31 / c.bits) * c.bits;
  const cut top{last, std::min(c.bits, 32 - last), c.block_size, c.tile};
  const bool top_right = std::is_sorted(got.begin(), got.end(), [&](std::uint32_t x, std::uint32_t y) {
    return top.digit_of(x) < top.digit_of(y);
  });
  if (top_right && got == ordered_by_digit(keys, top))
    return "The keys are in order of their highest digit only. Does every pass begin with the result of the "
           "previous pass?";
  if (top_right)
    return "The highest digit is in order, but the digits below it are not. A pass has undone the order of "
           "earlier passes. Keys with equal digits must keep their order, in the tile and from tile to "
           "tile.";
  bool tiles_sorted = true;
  for (std::size_t b = 0; b < c.tiles(keys.size()); ++b)
    tiles_sorted = tiles_sorted && view(keys, got, right, top, b).in_order();
  if (tiles_sorted)
    return "Every tile is in order of the highest digit, but the whole array is not. The last scatter is "
           "missing, or writes to another array.";
  return "";
}

}  // namespace lab05
