// SPDX-License-Identifier: Apache-2.0
// Guesses why a whole sort of lab 04 is wrong, from its wrong result.
#pragma once
#include "diagnosis.h"

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

// Explains keys that are in order of the last pass's digit, but not of the digits below it.
inline std::string unstable_pass(const sort_result& s) {
  const int last = (passes(s.bits) - 1) * s.bits;
  for (std::size_t i = 1; i < s.got.size(); ++i)
    if (s.got[i] >> last < s.got[i - 1] >> last) return "";
  std::size_t i = 1;
  while (s.got[i - 1] <= s.got[i]) ++i;
  return "All keys are there, in order of their last digit (from bit " + std::to_string(last) +
         " on), but not of the digits below it: " + text(s.got[i]) + " at index " + text(i) +
         " comes after " + text(s.got[i - 1]) +
         ", which has the same last digit. A pass must keep the order of keys with equal digits, so a relative "
         "position depends on the key's index, not on which thread arrives first.";
}

constexpr std::size_t kTelling = 64;  // fewer keys can be in some order by chance

// Explains keys that are in order of only some of their digits.
inline std::string wrong_passes(const sort_result& s) {
  for (int low = 31; low >= s.bits; --low) {
    if (low % s.bits != 0 || s.got != ordered_by_low_bits(s.keys, low)) continue;
    const std::string text = "The keys are in order of their lowest " + std::to_string(low) + " bits only";
    if (low == s.bits && passes(s.bits) > 2)
      return text + ", those of the first pass. Do the other passes use their own shift?";
    return text + ": the pass at shift " + std::to_string(low) + " is missing." +
           (low + s.bits > 32 ? " 32 need not be a multiple of `bits`; the last digit can be narrower." : "");
  }
  words without_first = s.keys, downwards = s.keys;
  for (int shift = s.bits; shift < 32; shift += s.bits)
    without_first = ordered_by(without_first, {shift, s.bits});
  for (int pass = passes(s.bits) - 1; pass >= 0; --pass)
    downwards = ordered_by(downwards, {pass * s.bits, s.bits});
  if (s.got == without_first)
    return "The keys are in order of all bits but the lowest " + std::to_string(s.bits) +
           ": the pass at shift 0 is missing.";
  if (s.got == downwards)
    return "The passes ran from the highest digit to the lowest. The last pass decides, so it must be the pass of "
           "the highest digit.";
  return "";
}

inline std::string diagnose_result(const sort_result& s) {
  const words expected = sorted(s.keys);
  if (const std::string wrong = wrong_passes(s); !wrong.empty() && s.keys.size() >= kTelling) return wrong;
  if (s.got == s.keys) return "d_keys is unchanged: nothing was stored there.";
  if (tiles_sorted_alone(s))
    return "Each tile is sorted, but only by itself: no key has left its tile. A block-major "
           "histogram gives this result. The scan must go over all tiles of bin 0, then all tiles of bin 1, …";
  return sorted(s.got) == expected ? unstable_pass(s) : "";
}

inline void expect_keys(const sort_result& s) {
  const words expected = sorted(s.keys);
  if (s.got != expected) verifier::expect_equal(s.got, expected, "keys", diagnose_result(s));
}

}  // namespace lab04
