// SPDX-License-Identifier: Apache-2.0
// Guesses why a scan is wrong, from its wrong result.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "source_model.h"

namespace lab03 {

struct wrong_scan {
  const words& in;
  const words& got;
  const words& expected;
  bool inclusive;
  bool tiled;  // whether each block has a tile
};

// Returns whether every element is the sum of the `window` inputs that end at it. Exclusive sums leave out
// its own input.
inline bool is_window_sum(const wrong_scan& s, std::size_t window) {
  const words before = exclusive_scan(s.in);
  for (std::size_t i = 0; i < s.got.size(); ++i) {
    const std::uint32_t all = before[i] + (s.inclusive ? s.in[i] : 0);
    if (s.got[i] != all - (i >= window ? before[i + 1 - window] : 0)) return false;
  }
  return true;
}

// Returns whether each tile t got the sum of tile t instead of its offset. The first tile ends at `tile`.
inline bool adds_own_sums(const wrong_scan& s, const words& before, std::size_t tile) {
  const std::size_t n = s.got.size();
  for (std::size_t begin = 0; begin < n; begin += tile) {
    const std::size_t end = std::min(n, begin + tile);
    const std::uint32_t own = before[end - 1] + s.in[end - 1] - before[begin];
    for (std::size_t i = begin; i < end; ++i)
      if (s.got[i] != s.expected[i] - before[begin] + own) return false;
  }
  return tile < n;
}

inline std::string diagnose(const wrong_scan& s) {
  const std::size_t n = s.got.size();
  const words before = exclusive_scan(s.in);
  std::size_t first = 0;
  while (s.got[first] == s.expected[first]) ++first;
  const std::uint32_t offset = s.got[first] - s.expected[first];
  std::size_t end = first;  // elements from `first` up to this one are all wrong by `offset`
  while (end < n && s.got[end] - s.expected[end] == offset) ++end;

  words other = before;
  if (!s.inclusive)
    for (std::size_t i = 0; i < n; ++i) other[i] += s.in[i];
  if (s.got == other)
    return s.inclusive
               ? "These are the exclusive sums, but the task is an inclusive scan: the sum for i includes element i."
               : "These are the inclusive sums, but the task is an exclusive scan: the sum for i excludes element i.";
  if (s.got == s.in)
    return "The output is a copy of the input. Either no step ran, or its results were not stored.";
  for (std::size_t window = 2; window < n; window *= 2)
    if (is_window_sum(s, window))
      return "No element holds the sum of more than " + std::to_string(window) +
             " inputs. The steps end before the interval reaches across all elements.";

  const std::string range = end - first == 1
                                ? "Element " + std::to_string(first) + " is wrong"
                                : "Elements " + std::to_string(first) + " to " + std::to_string(end - 1) +
                                      " are all wrong by the same amount";
  if (first > 0 && first < 32 && offset == 0 - before[first])
    return "Element " + std::to_string(first) +
           " gets no sum of earlier elements. Do the steps go on until the interval reaches that far, "
           "and is the element that is exactly one interval away included?";
  if (first > 0 && offset == 0 - before[first])
    return "The sum starts again from 0 at element " + std::to_string(first) +
           ": the sum of everything before " + (s.tiled ? "that tile" : "it") + " is never added." +
           (first > 1024
                ? " All tiles before it are right: are there more tiles than your scan of their sums can "
                  "handle?"
                : "");
  const std::uint32_t own = (end < n ? before[end] : before[n - 1] + s.in[n - 1]) - before[first];
  if (s.tiled && offset == own && first % 32 == 0) {
    if (first == 0 && adds_own_sums(s, before, end))
      return "Each tile has its own sum added instead of the sum of the tiles before it. Were the sums scanned, "
             "and are the scanned sums added?";
    return range +
           ", by the sum of these elements themselves. A tile's offset is the sum of the tiles before it, "
           "without the tile's own sum.";
  }
  if (first > 0 && first < 32 && end - first < 2)
    return "Even the first elements are wrong. After the step at interval d, each element holds the sum of 2d inputs, "
           "or of all inputs up to its own if they are fewer. Are the intervals 1, 2, 4, …, and does each step "
           "read what the step before it wrote?";
  return "";
}

}  // namespace lab03
