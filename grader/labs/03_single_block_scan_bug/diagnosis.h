// SPDX-License-Identifier: Apache-2.0
// Guesses why a scan is wrong from how it is wrong.
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
};

// Every element holds the sum of the `window` inputs that end at it (or before it, if exclusive).
inline bool is_window_sum(const wrong_scan& s, std::size_t window) {
  const words before = exclusive_scan(s.in);
  for (std::size_t i = 0; i < s.got.size(); ++i) {
    const std::size_t end = s.inclusive ? i + 1 : i;
    const std::uint32_t all = before[i] + (s.inclusive ? s.in[i] : 0);
    if (s.got[i] != all - (end > window ? before[end - window] : 0)) return false;
  }
  return true;
}

inline std::string diagnose(const wrong_scan& s) {
  const std::size_t n = s.got.size();
  const words before = exclusive_scan(s.in);
  const auto differs = [&](std::size_t i) { return s.got[i] != s.expected[i]; };
  std::size_t first = 0, last = n - 1;
  while (!differs(first)) ++first;
  while (!differs(last)) --last;
  const std::string at = std::to_string(first);

  words other = before;
  if (!s.inclusive)
    for (std::size_t i = 0; i < n; ++i) other[i] += s.in[i];
  if (s.got == other)
    return s.inclusive
               ? "These are the exclusive sums; the inclusive ones were asked for: element i counts, too."
               : "These are the inclusive sums; the exclusive ones were asked for: element i does not count.";
  if (s.got == s.in) return "The output is a copy of the input: nothing was added up.";
  for (std::size_t window = 2; window < n; window *= 2)
    if (is_window_sum(s, window))
      return "Every element holds the sum of " + std::to_string(window) +
             " inputs at most: the steps end before the interval reaches across all elements.";

  const std::uint32_t offset = s.got[first] - s.expected[first];
  std::size_t end = first;
  while (end < n && s.got[end] - s.expected[end] == offset) ++end;
  if (first > 0 && end - first > 1) {
    const std::string range =
        "Elements " + at + " to " + std::to_string(end - 1) + " are all wrong by the same amount";
    if (offset == 0 - before[first])
      return range + ": the sum starts anew at element " + at +
             ", so what comes before that tile is never added." +
             (first > 65536 ? " All tiles before it are right: are there more sums of tiles than your scan "
                              "of them takes?"
                            : "");
    const std::uint32_t own = (end < n ? before[end] : before[n - 1] + s.in[n - 1]) - before[first];
    if (offset == own)
      return range +
             ", the sum of these elements themselves: the offset of a tile must be the exclusive sum of the "
             "tiles "
             "before it.";
    return range +
           ": they belong to one tile, and the sum of the tiles before it is wrong. Is it read before it is "
           "written?";
  }
  if (n - first < 1024 && first > 0)
    return "Only the end is wrong: the last tile is not full. Elements from n on must count as 0, and every "
           "thread must "
           "still come to every barrier and shuffle.";
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < first; ++i) sum += s.in[i];
  if (sum + s.in[first] > (1u << 24) && sum <= (1u << 24))
    return "It goes wrong where the sum passes 2^24, the last integer up to which a float is exact: sum in "
           "uint32_t.";
  if (sum + s.in[first] > 0xffffffffu && sum <= 0xffffffffu)
    return "It goes wrong where the sum passes 2^32: it has to wrap around there, as uint32_t does.";
  if (first == 0 && n > 1) return "Even element 0 is wrong: look at the smallest size first.";
  if (last + 1 - first < 32)
    return "The wrong elements are close together: look at the threads that hold them, at the edge of a warp "
           "or a tile.";
  return "If it goes wrong at the edge of a warp, a row or a block, look at what crosses that edge, and at "
         "the barrier "
         "between its write and its read.";
}

}  // namespace lab03
