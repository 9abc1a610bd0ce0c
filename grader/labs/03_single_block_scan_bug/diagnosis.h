// SPDX-License-Identifier: Apache-2.0
// The results that common mistakes in a scan give.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "scan_calls.h"
#include "slips.h"
#include "source_model.h"

namespace lab03 {

struct wrong_scan {
  const words& in;
  const words& got;
  const words& expected;
  bool inclusive;
  bool tiled;  // whether each block has a tile
  std::size_t block_size;
};

// Each element is the sum of the `window` inputs that end at it. An exclusive sum leaves out the element's
// own input.
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

// "Element 64 is too large by the sum of elements 32 to 63.", if one stretch of a warp or of a block's
// elements has this sum; otherwise "". `before` is the exclusive scan of the input.
inline std::string difference_in_words(const words& before, std::uint32_t too_large, std::size_t i,
                                       std::size_t block_size) {
  const std::size_t n = before.size();
  std::string text;
  for (std::size_t length = 32; length < n; length *= 2) {
    for (const std::size_t stretch : {length, length / 32 * block_size}) {
      for (std::size_t begin = 0; begin + stretch < n; begin += stretch) {
        const std::uint32_t sum = before[begin + stretch] - before[begin];
        if (sum != too_large && sum != 0 - too_large) continue;
        const std::string found = "Element " + std::to_string(i) + " is too " +
                                  (sum == too_large ? "large" : "small") + " by the sum of elements " +
                                  std::to_string(begin) + " to " + std::to_string(begin + stretch - 1) + ".";
        if (!text.empty() && text != found) return "";  // a coincidence is likely
        text = found;
      }
    }
  }
  return text;
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
  for (std::size_t window = 1; window < n; window *= 2)
    slips.push_back({"steps end", s.got == sums_of_windows(s, window),
                     "No element holds the sum of more than " + std::to_string(window) +
                         (window == 1 ? " input." : " inputs.") +
                         " The steps end before the interval reaches across all elements."});
  const auto sum_of = [&](std::size_t begin, std::size_t end) {
    return (end < n ? before[end] : before[n - 1] + s.in[n - 1]) - before[begin];
  };
  // A stretch can be a warp's elements, or a block's. The number of elements per thread is not known.
  for (const auto& [whose, threads] :
       {std::pair<const char*, std::size_t>{"warp", 32}, {"block", s.block_size}})
    for (std::size_t items = 1; s.tiled && items <= 32; items *= 2) {
      const std::size_t length = threads * items;
      const std::string of = std::string(" of a ") + whose + ", " + std::to_string(items),
                        stretch = "stretch of " + std::to_string(length) + " elements";
      const auto is_with = [&](auto added) { return s.got == tile_by_tile(s, length, added); };
      slips.push_back({"apart" + of, length < n && is_with([](auto, auto) { return 0u; }),
                       "The sums start again from 0 every " + std::to_string(length) +
                           " elements, as if the sum of everything before were 0."});
      slips.push_back(
          {"own sum" + of, is_with(sum_of),
           "Each " + stretch + " has its own sum added instead of the sum of everything before it."});
      slips.push_back({"own sum too" + of,
                       is_with([&](auto begin, auto end) { return before[begin] + sum_of(begin, end); }),
                       "What is added to each " + stretch +
                           " includes the stretch's own sum. It must be the sum of everything before it."});
    }
  std::size_t first = 0;
  while (s.got[first] == s.expected[first]) ++first;
  const std::uint32_t too_large = s.got[first] - s.expected[first];
  bool by_same = true;
  for (std::size_t i = first; i < n; ++i)
    by_same = by_same && (s.got[i] == s.expected[i] || s.got[i] - s.expected[i] == too_large);
  const auto lacks = std::find(s.in.begin(), s.in.end(), 0 - too_large);
  if (const std::string j = std::to_string(lacks - s.in.begin()); by_same && lacks != s.in.end())
    slips.push_back(
        {"lacks " + j, true, "Each wrong sum lacks element " + j + " of the input, and nothing else."});
  const bool restarts = first > 0 && too_large == 0 - before[first];
  return {std::move(slips), restarts ? "The sum starts again from 0 at element " + std::to_string(first) + "."
                                     : difference_in_words(before, too_large, first, s.block_size)};
}

// Precondition: the sums are wrong. Models of scans whose arrays are shifted don't exist.
inline verifier::known about_sums(const scan& s, const words& in, const words& got, const words& expected) {
  if (s.most_shifted() > 0) return {};
  return about_scan({in, got, expected, s.inclusive, s.exercise != std::string("one_block"), s.block_size});
}

}  // namespace lab03
