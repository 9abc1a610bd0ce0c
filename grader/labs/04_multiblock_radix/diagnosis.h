// SPDX-License-Identifier: Apache-2.0
// The results that common mistakes in lab 04 give. Each function takes a result that differs from the
// expected one.
#pragma once
#include <functional>
#include <map>
#include <string>

#include "ranks_in_tiles.h"
#include "tiles_calls.h"

namespace lab04 {

using verifier::known;
using verifier::slip;

inline std::string text(std::size_t n) { return std::to_string(n); }

// ---- exercise 1 ----

inline known about_histogram(const words& keys, digit d, tiling t, const words& got) {
  const words expected = histogram_of(keys, d, t);
  const std::size_t tiles = t.tiles(keys.size());
  words block_major(got.size());
  for (std::size_t bin = 0; bin < d.bins(); ++bin)
    for (std::size_t b = 0; b < tiles; ++b) block_major[b * d.bins() + bin] = expected[bin * tiles + b];
  return std::vector<slip>{
      {"block-major", got == block_major,
       "The counts are right, but block-major: d_histogram[b * bins + bin] has all bins of a "
       "block side by side. It must be bin-major, d_histogram[bin * tiles + b], so that one scan of the "
       "whole array gives the start of every bin of every block."},
      {"lowest digit", d.shift > 0 && got == histogram_of(keys, {0, d.bits}, t),
       "These are the counts of the lowest digit. The digit begins at `shift`."}};
}

// ---- exercise 2 ----

inline known about_scan(const words& counts, const words& got) {
  const words right = exclusive_scan(counts);
  words inclusive = right;
  for (std::size_t i = 0; i < counts.size(); ++i) inclusive[i] += counts[i];
  const auto first =
      static_cast<std::size_t>(std::mismatch(got.begin(), got.end(), right.begin()).first - got.begin());
  bool again = first > 0;
  for (std::size_t i = first; i < got.size(); ++i)
    again = again && got[i] == right[i] - right[i / first * first];
  return std::vector<slip>{
      {"copy", got == counts, "d_starts holds the counters themselves: nothing was added up."},
      {"inclusive", got == inclusive,
       "These are the inclusive sums. d_starts[i] is the sum before i, without counter i, so d_starts[0] is 0."},
      {"again", again,
       "The sums start again from 0 every " + text(first) +
           " elements: the sum of everything before is not added."}};
}

// ---- exercise 3 ----

// Precondition: they differ.
inline std::size_t first_wrong(const words& got, const words& right) {
  return static_cast<std::size_t>(std::mismatch(got.begin(), got.end(), right.begin()).first - got.begin());
}

// If every key has its own place among the keys of its digit and tile, but the keys are out of order, names
// two of them.
inline std::string out_of_order(const words& keys, digit d, tiling t, const words& got) {
  const words expected = relative_of(keys, d, t);
  std::map<std::size_t, std::vector<std::size_t>> places;  // (tile, bin): positions in `got`, in key order
  for (std::size_t i = 0; i < keys.size(); ++i)
    places[i / t.tile * d.bins() + d.of(keys[i])].push_back(got[i]);
  for (auto& group : places) {
    std::sort(group.second.begin(), group.second.end());
    for (std::size_t k = 0; k < group.second.size(); ++k)
      if (group.second[k] != k) return "";
  }
  const std::size_t i = first_wrong(got, expected);
  std::size_t later = i + 1;  // the key that took the place of key i
  while (d.of(keys[later]) != d.of(keys[i]) || got[later] != expected[i]) ++later;
  return "Every key has its own position, but the positions are not in the order of the keys: key " +
         text(i) + " and key " + text(later) + " are both in tile " + text(i / t.tile) + " and have digit " +
         text(d.of(keys[i])) + ", but the later one comes first (" + text(got[later]) + ", then " +
         text(got[i]) + "). That is not stable.";
}

inline known about_relative(const words& keys, digit d, tiling t, const words& got) {
  const tiling one{t.block_size, static_cast<unsigned>(keys.size())};
  std::vector<slip> slips{
      {"all keys", t.tiles(keys.size()) > 1 && got == relative_of(keys, d, one),
       "The positions are counted over all tiles, but they must start at 0 in each tile. The counts of the earlier tiles are "
       "in d_starts."}};
  const std::size_t piece = (t.tile + t.block_size - 1) / t.block_size * std::size_t{32};
  for (const auto& [window, whose] : {std::pair<std::size_t, const char*>{32, "a warp"},
                                      {piece, "a warp's piece of the tile"},
                                      {t.block_size, "a round of the block"}}) {
    slips.push_back({std::string("only in ") + whose, got == relative_of(keys, d, t, window, earlier::none),
                     "Counting starts again every " + text(window) +
                         " keys within a tile. The counts of the tile's earlier keys are not added."});
    slips.push_back(
        {std::string("twice in ") + whose, got == relative_of(keys, d, t, window, earlier::with_own),
         "The count that is added for each " + text(window) +
             " keys includes these keys themselves. It must be the count of the earlier keys: the sums "
             "of rows must be exclusive."});
  }
  std::string rule = out_of_order(keys, d, t, got);
  if (rule.empty())
    rule = verifier::why_this_rank(
        keys, [&](word key) { return d.of(key); }, t.tile, first_wrong(got, relative_of(keys, d, t)));
  return {slips, rule};
}

// ---- exercise 4 ----

// Returns whether `got` is what a scatter of the keys to these places leaves there. If several keys have the
// same place, any of them can be the last.
inline bool is_scatter_to(const words& keys, const named_words& got,
                          const std::function<std::size_t(std::size_t)>& place) {
  std::map<std::size_t, std::vector<word>> candidates;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (place(i) < got.size()) candidates[place(i)].push_back(keys[i]);
  const bool all = candidates.size() == got.size() || got.before_call == nullptr;
  for (std::size_t i = 0; !all && i < got.size(); ++i)
    if (candidates.count(i) == 0 &&
        std::memcmp(got.before_call.get() + i * sizeof(word), &got[i], sizeof(word)) != 0)
      return false;
  return std::all_of(candidates.begin(), candidates.end(), [&](const auto& at) {
    return std::find(at.second.begin(), at.second.end(), got[at.first]) != at.second.end();
  });
}

inline known about_scatter(const words& keys, digit d, tiling t, const named_words& got) {
  const words starts = starts_of(keys, d, t), relative = relative_of(keys, d, t);
  const std::size_t n = keys.size(), tiles = t.tiles(n), bins = d.bins();
  const auto bin = [&](std::size_t i) { return d.of(keys[i]); };
  const auto tile = [&](std::size_t i) { return i / t.tile; };
  const auto start = [&](std::size_t at) { return at < starts.size() ? std::size_t{starts[at]} : n; };
  return std::vector<slip>{
      {"block-major",
       is_scatter_to(keys, got, [&](auto i) { return start(tile(i) * bins + bin(i)) + relative[i]; }),
       "The starts were read as block-major, d_starts[b * bins + bin]. They are bin-major: d_starts[bin * "
       "tiles + b]."},
      {"only starts", is_scatter_to(keys, got, [&](auto i) { return start(bin(i) * tiles + tile(i)); }),
       "Each key went to the start of its bin and tile. Add d_relative[i]; otherwise, all keys of one digit "
       "in a tile go to the same place."},
      {"only relative", is_scatter_to(keys, got, [&](auto i) { return std::size_t{relative[i]}; }),
       "Each key went to d_relative[i]. Add the start of its bin and tile."},
      {"unmoved", got == keys, "The keys are in the order of d_keys: none was moved."}};
}

}  // namespace lab04
