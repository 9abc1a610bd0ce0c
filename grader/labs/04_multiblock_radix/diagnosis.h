// SPDX-License-Identifier: Apache-2.0
// Guesses why a step of lab 04 is wrong from how it is wrong. Each takes a result that is not the expected
// one and answers with sentences, "" where it has no guess.
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

// The last tile, if it is not full: how many keys it has. Else 0.
inline std::size_t partial_tile(std::size_t n, tiling t) { return n % t.tile; }

inline std::string last_tile_text(std::size_t n, tiling t) {
  return "Only the last tile is wrong, tile " + text(t.tiles(n) - 1) + ", which is not full: it has " +
         text(partial_tile(n, t)) + " of " + text(t.tile) + " keys. ";
}

// ---- exercise 1 ----

// Of the part of a histogram that is only the last tile's.
inline std::string diagnose_last_tile(const words& got, const words& before, std::size_t n, tiling t) {
  const std::size_t tiles = t.tiles(n);
  std::uint64_t sum = 0;
  bool untouched = true;
  for (std::size_t i = tiles - 1; i < got.size(); i += tiles) {
    sum += got[i];
    untouched = untouched && got[i] == before[i];
  }
  if (untouched)
    return last_tile_text(n, t) + "Nothing was counted there: the grid needs t.tiles(n) blocks, rounded up.";
  if (sum == 0)
    return last_tile_text(n, t) +
           "Nothing was counted there: has the grid a block for it, and does that begin at key b * t.tile?";
  if (sum > partial_tile(n, t))
    return last_tile_text(n, t) + "Its counters add up to " + std::to_string(sum) +
           ": keys past n are counted, too.";
  return last_tile_text(n, t) + "Its counters add up to " + std::to_string(sum) + ": keys of it are missing.";
}

// Of counters that are right where they were stored at all.
inline std::string diagnose_not_stored(const words& got, const words& expected, std::size_t n, digit d,
                                       tiling t) {
  const std::size_t tiles = t.tiles(n);
  const auto lacks = [&](const std::function<bool(std::size_t bin, std::size_t b)>& missing) {
    bool any = false;
    for (std::size_t bin = 0; bin < d.bins(); ++bin)
      for (std::size_t b = 0; b < tiles; ++b) {
        any = any || missing(bin, b);
        if (got[bin * tiles + b] != (missing(bin, b) ? kBefore : expected[bin * tiles + b])) return false;
      }
    return any;
  };
  if (lacks([&](std::size_t bin, std::size_t) { return bin >= t.block_size; }))
    return "The counters from bin " + text(t.block_size) + " on were not stored: a block has " +
           text(t.block_size) + " threads and " + text(d.bins()) + " bins, so a thread stores more than one.";
  if (lacks([&](std::size_t bin, std::size_t b) {
        return bin % t.block_size >= std::min<std::size_t>(t.tile, n - b * t.tile);
      }))
    return "The counters that were stored are right, but threads that have no key have stored none: they "
           "must not leave before the end, and not before a barrier.";
  return "";
}

// Counters of full tiles only, laid out as if there were no others. A few may be that by chance, unless no
// other was stored.
inline bool is_rounded_down(const words& expected, const words& got, const words& before, std::size_t n,
                            tiling t) {
  constexpr std::size_t kTelling = 8;
  const std::size_t tiles = t.tiles(n), full = n / t.tile, bins = expected.size() / tiles;
  if (full == tiles || full == 0) return false;
  for (std::size_t bin = 0; bin < bins; ++bin)
    for (std::size_t b = 0; b < full; ++b)
      if (got[bin * full + b] != expected[bin * tiles + b]) return false;
  return bins * full >= kTelling ||
         std::equal(got.begin() + static_cast<std::ptrdiff_t>(bins * full), got.end(),
                    before.begin() + static_cast<std::ptrdiff_t>(bins * full));
}

// The counts if each thread takes one key of its tile.
inline words histogram_of_one_key_a_thread(const words& keys, digit d, tiling t) {
  words counts(d.bins() * t.tiles(keys.size()));
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (i % t.tile < t.block_size) ++counts[d.of(keys[i]) * t.tiles(keys.size()) + i / t.tile];
  return counts;
}

inline std::string diagnose_histogram(const words& keys, digit d, tiling t, const words& got) {
  const words expected = histogram_of(keys, d, t), before(got.size(), kBefore);
  const std::size_t n = keys.size(), tiles = t.tiles(n);
  words block_major(got.size()), added(got.size());
  std::uint64_t sum = 0;
  bool only_last = partial_tile(n, t) != 0, too_few = true;
  for (std::size_t bin = 0; bin < d.bins(); ++bin)
    for (std::size_t b = 0; b < tiles; ++b) {
      const std::size_t i = bin * tiles + b;
      block_major[b * d.bins() + bin] = expected[i];
      added[i] = expected[i] + kBefore;
      sum += got[i];
      only_last = only_last && (got[i] == expected[i] || b + 1 == tiles);
      too_few = too_few && got[i] <= expected[i];
    }
  if (got == block_major)
    return "The counts are right, but block-major: you wrote d_histogram[b * bins + bin], all bins of a "
           "block side by side. It must be bin-major, d_histogram[bin * tiles + b], so that one scan of the "
           "whole array gives every bin of every block its start.";
  if (got == added)
    return "Each counter is too large by what the array held before: d_histogram may hold anything when you "
           "are called. Store your counts, or clear the array first.";
  if (const std::string lacking = diagnose_not_stored(got, expected, n, d, t); !lacking.empty())
    return lacking;
  if (t.tile > t.block_size && got == histogram_of_one_key_a_thread(keys, d, t))
    return "Of each tile the first " + text(t.block_size) +
           " keys are counted, one for each thread, but a tile has " + text(t.tile) +
           ": a thread counts more than one, block_size keys apart.";
  if (only_last && (tiles > 1 || sum > n)) return diagnose_last_tile(got, before, n, t);
  if (is_rounded_down(expected, got, before, n, t))
    return "This is the histogram of the full tiles only, " + text(n / t.tile) + " of " + text(tiles) +
           ", without the last one with its " + text(partial_tile(n, t)) + " of " + text(t.tile) +
           " keys: the number of tiles must be rounded up, t.tiles(n).";
  if (d.shift > 0 && got == histogram_of(keys, {0, d.bits}, t))
    return "These are the counts of the digit at shift 0. The digit is (key >> shift) & (bins - 1): "
           "d.of(key).";
  if (too_few)
    return "No counter is too large, but together they count " + std::to_string(sum) + " of " + text(n) +
           " keys. Is each tile counted to its end, also where it has more keys than the block has threads? "
           "Threads that add to one counter without atomicAdd lose counts, too; the checkers call that a race.";
  if (sum == n)
    return (n == 1 ? "The key is counted, but in the wrong place"
                   : "All " + text(n) + " keys are counted, but some in the wrong place") +
           std::string(": counter bin * tiles + b is bin `bin` of tile b, ") +
           "where tiles = t.tiles(n) and tile b begins at key b * t.tile.";
  return "";
}

// ---- exercise 2 ----

inline std::string diagnose_scan(const words& counts, const words& got) {
  const words expected = exclusive_scan(counts);
  words inclusive = expected;
  for (std::size_t i = 0; i < counts.size(); ++i) inclusive[i] += counts[i];
  if (got == counts) return "d_starts holds the counters themselves: nothing was added up.";
  if (got == inclusive)
    return "These are the inclusive sums: d_starts[i] is the sum before i, without counter i; d_starts[0] is "
           "0.";
  const std::size_t first = first_difference(got, expected);
  const std::string right_before =
      "All " + text(first) + " elements before index " + text(first) + " are right";
  if (first > 0 && got[first] == 0)
    return right_before +
           ", and there the sum starts anew at 0: the sums of the tiles before it were not "
           "added. One more level is missing: sums of tiles that are more than one tile must be scanned like "
           "the counters themselves, by the same function.";
  if (first > 0) {
    // The sums from `first` on lack everything before some earlier place, where a tile began.
    std::size_t from = first;
    while (from > 0 && expected[first] - expected[from] != got[first]) --from;
    bool so_for_more = from > 0 && from % 32 == 0;
    for (std::size_t i = first; i < std::min(first + 64, got.size()); ++i)
      so_for_more = so_for_more && got[i] == expected[i] - expected[from];
    if (so_for_more)
      return right_before + ". The one there counts only from index " + text(from) +
             " on: sums of tiles were not added. The scan of the sums needs as many levels as there are.";
  }
  bool too_small = first >= 1024;  // as sums are that lack some others, and what nobody wrote is not
  for (std::size_t i = first; i < got.size(); ++i) too_small = too_small && got[i] <= expected[i];
  if (too_small)
    return right_before +
           ". Is that as many counters as your scan takes? The sums of tiles may be more than one tile "
           "themselves: scan them by the same function, at any depth.";
  return "";
}

// ---- exercise 3 ----

// Every key has a place of its own among the keys of its digit and tile, but not in their order: says which
// two.
inline std::string diagnose_unstable(const words& keys, digit d, tiling t, const words& got) {
  const words expected = relative_of(keys, d, t);
  std::map<std::size_t, std::vector<std::size_t>> places;  // (tile, bin): got positions in the order of keys
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
  return "Every key has a position of its own, but not in the order of the keys: key " + text(i) +
         " and key " + text(later) + " are both in tile " + text(i / t.tile) + " and have digit " +
         text(d.of(keys[i])) + ", and the later one comes first (" + text(got[later]) + ", then " +
         text(got[i]) +
         "). That is not stable. Usually positions are drawn from an atomic counter, or a "
         "thread takes its keys in another order than that of their indices.";
}

inline std::string diagnose_relative(const words& keys, digit d, tiling t, const words& got) {
  const words expected = relative_of(keys, d, t);
  words inclusive = expected;
  for (word& position : inclusive) ++position;
  if (got == inclusive)
    return "Each position is too large by one: the key itself counts, and should not. An exclusive scan of "
           "the predicate leaves it out.";
  if (t.tiles(keys.size()) > 1 && got == relative_in_windows(keys, d, keys.size()))
    return "The positions are those among all keys: they must start at 0 in each tile. What the earlier "
           "tiles have is in d_starts.";
  for (const std::size_t window : {std::size_t{32}, std::size_t{t.block_size}})
    if (window < t.tile && got == relative_of(keys, d, t, window))
      return "Counting starts anew every " + text(window) + " keys inside a tile: what the earlier " +
             (window == 32 ? "warps (or rounds of a warp)" : "rounds of the block") +
             " of the same tile have counted for each digit must be added.";
  const std::string unstable = diagnose_unstable(keys, d, t, got);
  if (!unstable.empty()) return unstable;
  const std::size_t first = first_difference(got, expected);
  if (partial_tile(keys.size(), t) != 0 && keys.size() > t.tile &&
      first >= keys.size() - partial_tile(keys.size(), t))
    return last_tile_text(keys.size(), t) +
           "Its keys up to n need positions, and keys past n must not be counted, whatever their digit is.";
  const std::size_t in_tile = first % t.tile;
  return "The first that is wrong is key " + text(in_tile) + " of tile " + text(first / t.tile) + ", digit " +
         text(d.of(keys[first])) + ", and " + text(expected[first]) +
         " keys before it in the tile have this digit. What do its own warp, the warps before it and earlier "
         "rounds add to it?";
}

// ---- exercise 4 ----

// Whether each element of `got` is what a scatter of the first `count` keys to these places would have left
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
    return "Keys went to d_starts[b * bins + bin]: that reads the starts block-major. They are bin-major, "
           "d_starts[bin * tiles + b].";
  // The first key of its digit and tile is right at the start: others must have come there.
  bool others = false;
  for (std::size_t i = 0; i < n; ++i)
    others = others || (relative[i] == 0 && got[start(bin(i) * tiles + i / t.tile)] != keys[i]);
  if (others && is_scatter_to(keys, n, got, [&](auto i) { return start(bin(i) * tiles + i / t.tile); }))
    return "Keys went to the starts alone: d_relative[i] must be added, else all keys of one digit in a tile "
           "go to one place.";
  const std::size_t whole = n - partial_tile(n, t);
  if (whole > 0 && whole < n && is_scatter_to(keys, whole, got, [&](auto i) {
        return start(bin(i) * (n / t.tile) + i / t.tile) + relative[i];
      }))
    return "Keys went to d_starts[bin * (n / tile) + b]: the number of tiles must be rounded up, t.tiles(n).";
  const auto is_moved = [&](std::size_t i) {
    return got[starts[bin(i) * tiles + i / t.tile] + relative[i]] == keys[i];
  };
  std::size_t moved = 0;
  while (moved < n && is_moved(moved)) ++moved;
  for (std::size_t i = moved; i < n; ++i)
    if (is_moved(i) || moved == 0) return "";
  if (moved == whole)
    return last_tile_text(n, t) + "Its keys were not moved: is the number of blocks rounded up?";
  return "The first " + text(moved) +
         " keys are where they belong, and no other: are there fewer threads than keys? A tile can have more "
         "keys than a block has threads.";
}

}  // namespace lab04
