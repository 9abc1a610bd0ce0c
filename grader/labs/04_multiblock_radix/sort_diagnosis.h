// SPDX-License-Identifier: Apache-2.0
// The results that common mistakes in the whole sort of lab 04 give.
#pragma once
#include "diagnosis.h"
#include "pass_slips.h"

namespace lab04 {

struct sort_result {
  const named_words& keys;
  int bits;
  tiling t;
  const named_words& got;
};

inline bool tiles_sorted_alone(const sort_result& s) {
  words expected = s.keys;
  for (std::size_t begin = 0; begin < expected.size(); begin += s.t.tile)
    std::sort(expected.begin() + static_cast<std::ptrdiff_t>(begin),
              expected.begin() + static_cast<std::ptrdiff_t>(std::min(expected.size(), begin + s.t.tile)));
  return s.got == expected;
}

// If only the last pass's digit is in order, names two keys that are not.
inline std::string out_of_order(const sort_result& s) {
  const int last = (passes(s.bits) - 1) * s.bits;
  if (sorted(s.got) != sorted(s.keys)) return "";
  for (std::size_t i = 1; i < s.got.size(); ++i)
    if (s.got[i] >> last < s.got[i - 1] >> last) return "";
  std::size_t i = 1;
  while (s.got[i - 1] <= s.got[i]) ++i;
  return "All keys are there, in order of their last digit (from bit " + std::to_string(last) +
         " on), but not of the digits below it: " + text(s.got[i]) + " at index " + text(i) +
         " comes after " + text(s.got[i - 1]) + ", which has the same last digit.";
}

inline void expect_keys(const sort_result& s) {
  const words expected = sorted(s.keys);
  if (s.got == expected) return;
  std::vector<slip> slips = verifier::slips_of_passes(s.keys, s.got, s.bits);
  slips.push_back(
      {"tiles alone", tiles_sorted_alone(s),
       "Each tile is sorted, but only by itself: no key has left its tile. A block-major "
       "histogram gives this result. The scan must go over all tiles of bin 0, then all tiles of bin 1, …"});
  verifier::expect_equal(s.got, expected, "keys", {slips, out_of_order(s)});
}

}  // namespace lab04
