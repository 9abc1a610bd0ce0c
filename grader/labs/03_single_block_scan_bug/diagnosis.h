// SPDX-License-Identifier: Apache-2.0
// The results that common mistakes in a scan give.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "slips.h"
#include "source_model.h"

namespace lab03 {

struct wrong_scan {
  const words& in;
  const words& got;
  const words& expected;
  bool inclusive;
  bool tiled;  // whether each block has a tile
};

// Each element is the sum of the `window` inputs that end at it. Exclusive sums leave out its own input.
inline words sums_of_windows(const wrong_scan& s, std::size_t window) {
  words sums = exclusive_scan(s.in);
  const words before = sums;
  for (std::size_t i = 0; i < sums.size(); ++i)
    sums[i] += (s.inclusive ? s.in[i] : 0) - (i >= window ? before[i + 1 - window] : 0);
  return sums;
}

// Each tile is scanned by itself, and `added(begin, end)` is added to its sums.
template <class Added>
words tile_by_tile(const wrong_scan& s, std::size_t tile, Added added) {
  const words before = exclusive_scan(s.in);
  words sums = s.expected;
  for (std::size_t begin = 0; begin < sums.size(); begin += tile)
    for (std::size_t i = begin; i < std::min(sums.size(), begin + tile); ++i)
      sums[i] += added(begin, std::min(sums.size(), begin + tile)) - before[begin];
  return sums;
}

inline verifier::known about_scan(const wrong_scan& s) {
  const std::size_t n = s.got.size();
  const words before = exclusive_scan(s.in);
  words other = before;
  if (!s.inclusive)
    for (std::size_t i = 0; i < n; ++i) other[i] += s.in[i];
  std::vector<verifier::slip> slips{
      {"other kind", s.got == other,
       s.inclusive
           ? "These are the exclusive sums, but the task is an inclusive scan: the sum for i includes element i."
           : "These are the inclusive sums, but the task is an exclusive scan: the sum for i excludes element i."},
      {"copy", s.got == s.in,
       "The output is a copy of the input. Either no step ran, or its results were not stored."}};
  for (std::size_t window = 2; window < n; window *= 2)
    slips.push_back({"steps end", s.got == sums_of_windows(s, window),
                     "No element holds the sum of more than " + std::to_string(window) +
                         " inputs. The steps end before the interval reaches across all elements."});
  const auto sum_of = [&](std::size_t begin, std::size_t end) {
    return (end < n ? before[end] : before[n - 1] + s.in[n - 1]) - before[begin];
  };
  for (std::size_t tile = 32; s.tiled && tile < n; tile *= 2) {
    slips.push_back({"tiles apart", s.got == tile_by_tile(s, tile, [](auto, auto) { return 0u; }),
                     "The sums start again from 0 every " + std::to_string(tile) +
                         " elements: the sum of everything before is never added."});
    slips.push_back({"own sum", s.got == tile_by_tile(s, tile, sum_of),
                     "Each tile has its own sum added instead of the sum of the tiles before it."});
    slips.push_back(
        {"own sum too",
         s.got ==
             tile_by_tile(s, tile, [&](auto begin, auto end) { return before[begin] + sum_of(begin, end); }),
         "Each tile's sums include its own sum once more. A tile's offset is the sum of the tiles before it, without "
         "the tile's own sum."});
  }
  std::size_t first = 0;
  while (s.got[first] == s.expected[first]) ++first;
  const bool restarts = first > 0 && s.got[first] - s.expected[first] == 0 - before[first];
  return {std::move(slips),
          restarts ? "The sum starts again from 0 at element " + std::to_string(first) + "." : ""};
}

}  // namespace lab03
