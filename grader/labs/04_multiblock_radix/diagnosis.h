// SPDX-License-Identifier: Apache-2.0
// Guesses why a step of lab 04 is wrong, from its wrong result. Each function takes a result that differs
// from the expected one, and returns sentences, or "" if it has no guess.
#pragma once
#include <functional>
#include <map>
#include <string>

#include "tiles_calls.h"

namespace lab04 {

inline std::string text(std::size_t n) { return std::to_string(n); }

inline std::size_t first_difference(const words& got, const words& expected) {
  std::size_t i = 0;
  while (i < got.size() && got[i] == expected[i]) ++i;
  return i;
}

// ---- exercise 1 ----

inline std::string diagnose_histogram(const words& keys, digit d, tiling t, const words& got) {
  const words expected = histogram_of(keys, d, t);
  const std::size_t tiles = t.tiles(keys.size());
  words block_major(got.size()), added = expected;
  for (std::size_t bin = 0; bin < d.bins(); ++bin)
    for (std::size_t b = 0; b < tiles; ++b) block_major[b * d.bins() + bin] = expected[bin * tiles + b];
  for (word& count : added) count += kBefore;
  if (got == block_major)
    return "The counts are right, but block-major: d_histogram[b * bins + bin] has all bins of a "
           "block side by side. It must be bin-major, d_histogram[bin * tiles + b], so that one scan of the "
           "whole array gives the start of every bin of every block.";
  if (got == added)
    return "Each counter is too large by the array's previous value. d_histogram can hold anything when you "
           "are called. Store your counts, or clear the array first.";
  return "";
}

// ---- exercise 2 ----

inline std::string diagnose_scan(const words& counts, const words& got) {
  const words expected = exclusive_scan(counts);
  words inclusive = expected;
  for (std::size_t i = 0; i < counts.size(); ++i) inclusive[i] += counts[i];
  if (got == counts) return "d_starts holds the counters themselves: nothing was added up.";
  if (got == inclusive)
    return "These are the inclusive sums. d_starts[i] is the sum before i, without counter i, so d_starts[0] is "
           "0.";
  const std::size_t first = first_difference(got, expected);
  bool too_small = first > 0 && first + 1 < got.size();  // true if parts of the sums are missing
  for (std::size_t i = first; i < got.size(); ++i) too_small = too_small && got[i] <= expected[i];
  if (too_small)
    return "All " + text(first) + " elements before index " + text(first) +
           " are right, but from there on sums are missing" +
           (got[first] == 0 ? " (they start again at 0)" : "") +
           ". The sums of tiles can fill more than one tile. Scan them by the same function, at any depth, and "
           "add each to its tile.";
  return "";
}

// ---- exercise 3 ----

// If every key has its own place among the keys of its digit and tile, but the keys are out of order, names
// two of them.
inline std::string diagnose_unstable(const words& keys, digit d, tiling t, const words& got) {
  const words expected = relative_of(keys, d, t);
  std::map<std::size_t, std::vector<std::size_t>> places;  // (tile, bin): positions in `got`, in key order
  for (std::size_t i = 0; i < keys.size(); ++i)
    places[i / t.tile * d.bins() + d.of(keys[i])].push_back(got[i]);
  for (auto& group : places) {
    std::sort(group.second.begin(), group.second.end());
    for (std::size_t k = 0; k < group.second.size(); ++k)
      if (group.second[k] != k) return "";
  }
  const std::size_t i = first_difference(got, expected);
  std::size_t later = i + 1;  // the key that took the place of key i
  while (d.of(keys[later]) != d.of(keys[i]) || got[later] != expected[i]) ++later;
  return "Every key has its own position, but the positions are not in the order of the keys: key " +
         text(i) + " and key " + text(later) + " are both in tile " + text(i / t.tile) + " and have digit " +
         text(d.of(keys[i])) + ", but the later one comes first (" + text(got[later]) + ", then " +
         text(got[i]) +
         "). That is not stable. The usual cause is that positions come from an atomic counter, or that a "
         "thread does not take its keys in the order of their indices.";
}

inline std::string diagnose_relative(const words& keys, digit d, tiling t, const words& got) {
  if (t.tiles(keys.size()) > 1 && got == relative_in_windows(keys, d, keys.size()))
    return "The positions are among all keys, but they must start at 0 in each tile. The counts of the "
           "earlier tiles are in d_starts.";
  for (const std::size_t window : {std::size_t{32}, std::size_t{t.block_size}})
    if (window < t.tile && got == relative_of(keys, d, t, window))
      return "Counting starts again every " + text(window) +
             " keys within a tile. Add the counts that the earlier " +
             (window == 32 ? "warps (or rounds of a warp)" : "rounds of the block") +
             " of the same tile have for each digit.";
  return diagnose_unstable(keys, d, t, got);
}

// ---- exercise 4 ----

// Whether each element of `got` has the value that a scatter of the first `count` keys to these places leaves
// there.
inline bool is_scatter_to(const words& keys, std::size_t count, const words& got,
                          const std::function<std::size_t(std::size_t)>& place) {
  std::map<std::size_t, std::vector<word>> candidates;
  for (std::size_t i = 0; i < count; ++i)
    if (place(i) < got.size()) candidates[place(i)].push_back(keys[i]);
  return std::all_of(candidates.begin(), candidates.end(), [&](const auto& at) {
    return std::find(at.second.begin(), at.second.end(), got[at.first]) != at.second.end();
  });
}

inline std::string diagnose_scatter(const words& keys, digit d, tiling t, const words& got) {
  const words starts = starts_of(keys, d, t), relative = relative_of(keys, d, t);
  const std::size_t n = keys.size(), tiles = t.tiles(n), bins = d.bins();
  const auto start = [&](std::size_t at) { return at < starts.size() ? std::size_t{starts[at]} : n; };
  const auto bin = [&](std::size_t i) { return d.of(keys[i]); };
  if (is_scatter_to(keys, n, got, [&](auto i) { return start(i / t.tile * bins + bin(i)) + relative[i]; }))
    return "Keys went to d_starts[b * bins + bin], which reads the starts as block-major. They are bin-major: "
           "d_starts[bin * tiles + b].";
  // The first key of its digit and tile belongs at the start, so others must have been stored there over it.
  bool others = false;
  for (std::size_t i = 0; i < n; ++i)
    others = others || (relative[i] == 0 && got[start(bin(i) * tiles + i / t.tile)] != keys[i]);
  if (others && is_scatter_to(keys, n, got, [&](auto i) { return start(bin(i) * tiles + i / t.tile); }))
    return "Keys went only to the starts. Add d_relative[i], otherwise all keys of one digit in a tile go to the same "
           "place.";
  return "";
}

}  // namespace lab04
