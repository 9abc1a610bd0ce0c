// SPDX-License-Identifier: Apache-2.0
// The results that common mistakes in lab 05 give. Each function takes a result that differs from the
// expected one.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>

#include "lab_test.h"
#include "pass_slips.h"
#include "tile_model.h"

namespace lab05 {

using verifier::known;
using verifier::slip;

inline std::string text(std::size_t n) { return std::to_string(n); }

inline words part(const words& all, std::size_t begin, std::size_t end) {
  return {all.begin() + static_cast<std::ptrdiff_t>(begin), all.begin() + static_cast<std::ptrdiff_t>(end)};
}
inline words ascending_order(words keys) {
  std::sort(keys.begin(), keys.end());
  return keys;
}

// Returns whether the keys of each tile are in order of the digit, stable or not.
inline bool every_tile_is_ordered(const words& keys, const words& got, const cut& c) {
  for (std::size_t b = 0; b < c.tiles(keys.size()); ++b) {
    const words after = part(got, c.begin(b), c.end(b, keys.size()));
    if (ascending_order(part(keys, c.begin(b), c.end(b, keys.size()))) != ascending_order(after) ||
        !std::is_sorted(after.begin(), after.end(),
                        [&](std::uint32_t x, std::uint32_t y) { return c.digit_of(x) < c.digit_of(y); }))
      return false;
  }
  return true;
}

// Splits the keys of each tile by one bit, with numZeros computed from `count` instead of the tile's number
// of keys, and ranks that are `more` too large. Places beyond the tile's keys are not stored. With `staged`,
// places without a key get 0, from shared memory.
inline words split_wrongly(const verifier::keys<std::uint32_t>& got, const words& keys, const cut& c,
                           std::size_t count, std::size_t more, bool staged) {
  words out(keys.size());
  if (!staged && got.before_call != nullptr)
    std::memcpy(out.data(), got.before_call.get(), out.size() * sizeof(out[0]));
  for (std::size_t b = 0; b < c.tiles(keys.size()); ++b) {
    const std::size_t begin = c.begin(b), end = c.end(b, keys.size()),
                      size = count == 0 ? end - begin : count;
    std::size_t ones = 0, seen = 0;
    for (std::size_t i = begin; i < end; ++i) ones += c.digit_of(keys[i]) != 0;
    for (std::size_t i = begin; i < end; ++i) {
      const bool one = c.digit_of(keys[i]) != 0;
      const std::size_t place = begin + more + (one ? size - ones + seen : i - begin - seen);
      if (place < end) out[place] = keys[i];
      seen += one;
    }
  }
  return out;
}

// What is wrong in the first wrong tile.
inline std::string about_tile(const words& keys, const words& got, const cut& c) {
  for (std::size_t b = 0; b < c.tiles(keys.size()); ++b) {
    const std::size_t begin = c.begin(b), end = c.end(b, keys.size());
    const words before = part(keys, begin, end), after = part(got, begin, end);
    const std::string name = "Tile " + text(b) + " (keys " + text(begin) + " to " + text(end - 1) + ")";
    const auto has = [&](const words& all, std::uint32_t key) {
      return std::find(all.begin(), all.end(), key) != all.end();
    };
    if (ascending_order(before) == ascending_order(after)) {
      const int last = std::min(31, c.shift + c.bits - 1);
      const auto by_last = [&](std::uint32_t x, std::uint32_t y) {
        return (x >> last & 1) < (y >> last & 1);
      };
      const auto by_digit = [&](std::uint32_t x, std::uint32_t y) { return c.digit_of(x) < c.digit_of(y); };
      if (std::is_sorted(after.begin(), after.end(), by_digit)) continue;
      return name + " has all its keys, but they are not in order of the digit" +
             (c.bits > 1 && std::is_sorted(after.begin(), after.end(), by_last)
                  ? ", only of bit " + std::to_string(last) + ", which is split last."
                  : ".");
    }
    if (!has(before, 0) && has(after, 0)) return name + " has zeros in the output that aren't keys.";
    for (const std::uint32_t key : before)
      if (!has(after, key)) return name + " has lost keys, for example " + text(key) + ".";
    return name + " has keys of which some occur too often.";
  }
  return "";
}

inline known about_tiles(const words& keys, const verifier::keys<std::uint32_t>& got, const cut& c) {
  const int last = std::min(31, c.shift + c.bits - 1);
  const std::string wanted = c.bits == 1 ? "bit " + std::to_string(c.shift)
                                         : "bits " + std::to_string(c.shift) + " to " + std::to_string(last);
  // Only the order counts: what a split by a bit past 31 does is open.
  const auto in_order_by = [&](auto rank) {
    words ranks;
    for (const std::uint32_t key : got) ranks.push_back(rank(key));
    for (std::size_t b = 0; b < c.tiles(keys.size()); ++b) {
      const std::size_t begin = c.begin(b), end = c.end(b, keys.size());
      const words tile = part(ranks, begin, end);
      if (!std::is_sorted(tile.begin(), tile.end()) ||
          ascending_order(part(got, begin, end)) != ascending_order(part(keys, begin, end)))
        return false;
    }
    return true;
  };
  const auto mirrored = [&](std::uint32_t key) {
    std::uint32_t result = 0;
    for (int bit = c.shift; bit <= last; ++bit) result = result << 1 | (key >> bit & 1);
    return result;
  };
  const auto in_order_of = [&](int shift, int bits) {
    return got == sorted_tiles(keys, {shift, bits, c.block_size, c.tile});
  };
  std::vector<slip> slips{
      {"unmoved", got == keys, "The output is the input: no key was moved."},
      {"all tiles", got == ordered_by_digit(keys, c),
       "The whole array is in order of the digit, but each tile must be sorted separately."},
      {"descending", got == tiles_ordered_by(keys, c, [&](std::uint32_t key) { return ~c.digit_of(key); }),
       "The tiles are in descending order of the digit, but keys whose bit is 0 must come first."},
      {"highest bit first", c.bits > 1 && (c.shift + c.bits > 32 || in_order_by(mirrored)),
       "The splits ran from the digit's highest bit to its lowest. The last split has the final say "
       "on the order, so begin with the lowest bit."},
      {"only last bit", c.bits > 1 && in_order_of(last, 1),
       "The tiles are in order of bit " + std::to_string(last) + " only, not of " + wanted +
           ", as if each split began with the tile's original keys."},
      {"lowest digit", c.shift > 0 && in_order_of(0, last - c.shift + 1),
       "The tiles are in order of the lowest bits of the key, not of " + wanted +
           ": the digit begins at `shift`."}};
  slips.push_back(
      {"same bit", c.bits > 1 && in_order_of(c.shift, 1),
       "The tiles are in order of the digit's lowest bit only, as if every split were by that bit."});
  for (int made = 0; made < c.bits && c.shift + made <= last; ++made)
    slips.push_back({c.bits - made == 1 ? "last split" : "splits from " + std::to_string(made),
                     made == 0 ? got == keys : in_order_of(c.shift, made),
                     "The split by bit " + std::to_string(c.shift + made) +
                         " is missing. There must be one split for each of " + wanted + "."});
  if (c.bits == 1) {
    const auto is_split = [&](std::size_t count, std::size_t more) {
      return got == split_wrongly(got, keys, c, count, more, false) ||
             got == split_wrongly(got, keys, c, count, more, true);
    };
    const char* const zeros =
        " By the source's formula, numZeros is (number of keys) - scan[last] - bit[last], and a partial tile has fewer "
        "keys.";
    bool too_many = is_split(c.tile, 0);  // or as many places as all threads have
    for (std::size_t items = 1; items <= 16; ++items)
      too_many = too_many || (items * c.block_size >= c.tile && is_split(items * c.block_size, 0));
    slips.push_back(
        {"numZeros", too_many,
         std::string("Places past the last key of a partial tile were counted as zeros.") + zeros});
    slips.push_back(
        {"itself", is_split(0, 1), "Each rank counts the key itself, so all keys are one place too far."});
  }
  return {slips, about_tile(keys, got, c)};
}

// Returns the counts up to each bin, the bin included: the places where bins end in their tile.
inline words ends_of(words counts, std::size_t tiles) {
  for (std::size_t i = tiles; i < counts.size(); ++i) counts[i] += counts[i - tiles];
  return counts;
}

inline known about_histogram(const words& keys, const words& got, const cut& c) {
  const words right = histogram_of(keys, c);
  const std::size_t tiles = c.tiles(keys.size());
  const words ends = ends_of(right, tiles);
  bool only_last_bin = c.bits > 1, are_ends = true,
       wrong = false;  // only bins that have keys must have their ends
  for (std::size_t i = 0; i < right.size(); ++i) {
    std::size_t last_bin = right.size() / tiles - 1;
    while (last_bin > 0 && right[last_bin * tiles + i % tiles] == 0) --last_bin;
    only_last_bin = only_last_bin && (got[i] == right[i] || i / tiles == last_bin);
    are_ends = are_ends && (right[i] == 0 || got[i] == ends[i]);
    wrong = wrong || (right[i] != 0 && got[i] != right[i]);
  }
  return {{{"block-major", got == transposed(right, tiles),
            "These are the right counts in block-major order, [b * bins + bin], as in the source. Here, they "
            "must be bin-major, [bin * tiles + b], so that one scan over all of them gives the places."},
           {"ends", are_ends && wrong,
            "These are the places where the bins end in their tile, not their numbers of keys. Subtract the "
            "place where each bin begins."}},
          only_last_bin ? "In each tile, only the counter of the last bin that occurs is wrong." : ""};
}

inline known about_local(const words& counts, const words& got, std::size_t tiles) {
  const std::size_t bins = counts.size() / tiles;
  words block_major(counts.size());
  for (std::size_t b = 0; b < tiles; ++b)
    for (std::size_t bin = 1; bin < bins; ++bin)
      block_major[b * bins + bin] = block_major[b * bins + bin - 1] + counts[b * bins + bin - 1];
  const words right = local_of(counts, tiles);
  std::size_t first_bin = bins;
  for (std::size_t i = 0; i < got.size(); ++i)
    if (got[i] != right[i]) first_bin = std::min(first_bin, i / tiles);
  return {
      {{"inclusive", got == local_of(counts, tiles, true),
        "These are the inclusive sums, so everything is one bin too early. The exclusive sums are needed, "
        "which leave out a bin's own count."},
       {"all tiles", got == starts_of(counts),
        "This is the scan of all histograms together. Each tile must be scanned separately, so its bin 0 begins "
        "at 0."},
       {"block-major", got == block_major,
        "This scans `bins` neighbouring counters at a time, as if the histogram were block-major. It is "
        "bin-major: the next bin of the same tile is `tiles` elements further on."},
       {"copy", got == counts, "The output is the histogram itself: nothing was added up."}},
      first_bin == 0 ? "" : "In every tile, bin " + text(first_bin) + " is the first wrong one."};
}

// All keys differ; `keys` are the sorted tiles.
inline known about_scatter(const words& keys, const verifier::keys<std::uint32_t>& got, const cut& c,
                           const words& starts, const words& local) {
  const std::size_t n = keys.size(), tiles = c.tiles(n);
  const auto bin_major = [&](std::size_t i) { return c.digit_of(keys[i]) * tiles + i / c.tile; };
  const auto block_major = [&](std::size_t i) { return i / c.tile * c.bins() + c.digit_of(keys[i]); };
  // Returns whether each key is at its place, unless another key can be there as well.
  const auto at = [&](auto place) {
    std::vector<std::uint32_t> there(n);
    if (got.before_call != nullptr) std::memcpy(there.data(), got.before_call.get(), n * sizeof(there[0]));
    words times(n);
    for (std::size_t i = 0; i < n; ++i)
      if (const std::uint32_t p = place(i); p < n) there[p] = keys[i], ++times[p];
    for (std::size_t p = 0; p < n; ++p)
      if (times[p] < 2 && got[p] != there[p]) return false;
    return true;
  };
  const auto in_tile = [&](std::size_t i) { return static_cast<std::uint32_t>(i % c.tile); };
  const words right = ordered_by_digit(keys, c);
  std::size_t first = 0;
  while (got[first] == right[first]) ++first;
  const auto place_in = [](const words& all, std::uint32_t key) {
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), key) - all.begin());
  };
  const std::size_t i = place_in(keys, right[first]), there = place_in(got, right[first]);
  return {
      {{"both block-major",
        at([&](auto k) { return starts[block_major(k)] + in_tile(k) - local[block_major(k)]; }),
        "Both d_starts and d_local were read as block-major, [b * bins + bin]. Both are bin-major: "
        "[bin * tiles + b]."},
       {"starts block-major",
        at([&](auto k) { return starts[block_major(k)] + in_tile(k) - local[bin_major(k)]; }),
        "d_starts was read as block-major, [b * bins + bin]. It is bin-major: [bin * tiles + b]."},
       {"local block-major",
        at([&](auto k) { return starts[bin_major(k)] + in_tile(k) - local[block_major(k)]; }),
        "d_local was read as block-major, [b * bins + bin]. It is bin-major: [bin * tiles + b]."},
       {"without local", at([&](auto k) { return starts[bin_major(k)] + in_tile(k); }),
        "d_local was not subtracted. d_starts[…] is where the bin's keys begin in d_out, but the first of "
        "them has the place d_local[…] in the tile, not 0."},
       {"local added", at([&](auto k) { return starts[bin_major(k)] + in_tile(k) + local[bin_major(k)]; }),
        "d_local was added. It must be subtracted."},
       {"array's place", at([&](auto k) {
          return starts[bin_major(k)] + static_cast<std::uint32_t>(k) - local[bin_major(k)];
        }),
        "The key's place in the array was added, instead of its place in the tile."},
       {"unmoved", got == keys, "The keys are in the order of d_keys: none was moved."}},
      "The key that belongs there has place " + text(i % c.tile) + " in tile " + text(i / c.tile) +
          " and digit " + std::to_string(c.digit_of(right[first])) + "; it " +
          (there == n ? "is nowhere in the output." : "went to " + text(there) + ".")};
}

// d_keys are not sorted.
inline known about_sort(const words& keys, const words& got, const cut& c) {
  const int last = 31 / c.bits * c.bits;
  const cut top{last, std::min(c.bits, 32 - last), c.block_size, c.tile};
  const auto by_top = [&](std::uint32_t x, std::uint32_t y) { return top.digit_of(x) < top.digit_of(y); };
  const std::vector<slip> slips = verifier::slips_of_passes(keys, got, c.bits);
  std::string fact;
  if (ascending_order(got) != ascending_order(keys)) return slips;
  bool tiles_sorted = c.tiles(keys.size()) > 1;
  for (std::size_t b = 0; b < c.tiles(keys.size()); ++b) {
    const words tile = part(got, c.begin(b), c.end(b, keys.size()));
    tiles_sorted = tiles_sorted && std::is_sorted(tile.begin(), tile.end(), by_top);
  }
  if (std::is_sorted(got.begin(), got.end(), by_top))
    fact = "All keys are there, and the highest digit is in order, but the digits below it are not.";
  else if (tiles_sorted)
    fact = "Every tile is in order of the highest digit, but the whole array is not.";
  return {slips, fact};
}

}  // namespace lab05
