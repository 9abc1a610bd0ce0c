// SPDX-License-Identifier: Apache-2.0
// Why a whole sort of lab 04 is wrong: from its result, and from sorting parts of the same keys once more.
#pragma once
#include "diagnosis.h"

namespace lab04 {

struct sort_result {
  const named_words& keys;
  int bits;
  tiling t;
  const named_words& got;
  const words scratch;
  std::function<words(const words&)> sort_again;  // the same call for other keys: what is in d_keys then
};

// Where stable sorting by the keys takes the values.
inline words values_of_sorted(const words& keys, const words& values) {
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
  words moved(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) moved[i] = values[order[i]];
  return moved;
}

inline bool tiles_sorted_alone(const sort_result& s) {
  words expected = s.keys;
  for (std::size_t begin = 0; begin < expected.size(); begin += s.t.tile)
    std::sort(expected.begin() + static_cast<std::ptrdiff_t>(begin),
              expected.begin() + static_cast<std::ptrdiff_t>(std::min(expected.size(), begin + s.t.tile)));
  return s.got == expected;
}

// In order of the digit of the last pass, but not of those below it.
inline std::string unstable_pass(const sort_result& s) {
  const int last = (passes(s.bits) - 1) * s.bits;
  for (std::size_t i = 1; i < s.got.size(); ++i)
    if (s.got[i] >> last < s.got[i - 1] >> last) return "";
  std::size_t i = 1;
  while (s.got[i - 1] <= s.got[i]) ++i;
  return "All keys are there, in order of their last digit (from bit " + std::to_string(last) +
         " on), but not of the digits below it: " + text(s.got[i]) + " at index " + text(i) +
         " stands after " + text(s.got[i - 1]) +
         ", which has the same last digit. A pass must leave keys of equal digits in the order in which it "
         "found them: relative positions follow the index of the keys, not the order in which threads come.";
}

constexpr std::size_t kTelling = 64;  // fewer keys can be in some order by chance

inline std::string in_scratch(const sort_result& s, const words& expected) {
  const auto home = static_cast<std::size_t>(
      std::mismatch(s.got.begin(), s.got.end(), expected.begin()).first - s.got.begin());
  if (home >= s.keys.size() / 4 && home < s.keys.size() / 2 && s.keys.size() >= kTelling)
    return "The sorted keys are in the scratch array, and only a quarter of them came back to d_keys: "
           "cudaMemcpy counts bytes, and a key has sizeof(std::uint32_t) of them.";
  return passes(s.bits) % 2 == 1 && s.keys.size() >= kTelling
             ? "The sorted keys are in the scratch array: an odd number of passes has moved them, and the "
               "result belongs in d_keys."
             : "The sorted keys are in the scratch array, and belong in d_keys.";
}

// Of keys that are in order of some of their digits.
inline std::string wrong_passes(const sort_result& s) {
  for (int low = 31; low >= s.bits; --low) {
    if (low % s.bits != 0 || s.got != ordered_by_low_bits(s.keys, low)) continue;
    const std::string text = "The keys are in order of their lowest " + std::to_string(low) + " bits only";
    if (low == s.bits && passes(s.bits) > 2)
      return text + ", those of the first pass: do the others take their own shift?";
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
    return "The passes ran from the highest digit to the lowest: the last one decides, so it must be that of "
           "the highest digit.";
  return "";
}

inline std::string diagnose_result(const sort_result& s) {
  const words expected = sorted(s.keys);
  if (s.scratch == expected) return in_scratch(s, expected);
  if (const std::string wrong = wrong_passes(s); !wrong.empty() && s.keys.size() >= kTelling) return wrong;
  if (s.got == s.keys) return "d_keys is as it was: nothing was stored there.";
  if (tiles_sorted_alone(s))
    return "Each tile is sorted, but only by itself: no key has left its tile. That is what a block-major "
           "histogram gives; its scan must go over all tiles of bin 0, then all tiles of bin 1, …";
  return sorted(s.got) == expected ? unstable_pass(s) : "";
}

// What the same sort gives for fewer of the keys.
inline std::string compare_with_less(const sort_result& s) {
  const std::size_t n = s.keys.size(), whole = n - partial_tile(n, s.t);
  const auto first_are_right = [&](std::size_t count) {
    const words first(s.keys.begin(), s.keys.begin() + static_cast<std::ptrdiff_t>(count));
    return s.sort_again(first) == sorted(first);
  };
  const std::string lost =
      sorted(s.got) == sorted(s.keys)
          ? "All keys are there, but out of order. "
          : "Some keys are lost, others twice or replaced by something else: several went "
            "to one place, or were never moved. ";
  if (whole > 0 && whole < n && first_are_right(whole))
    return lost + "The first " + text(whole) +
           " of these keys alone, which are whole tiles, are sorted: the last tile, with " + text(n - whole) +
           " of " + text(s.t.tile) + " keys, is the cause.";
  if (n > s.t.tile && first_are_right(s.t.tile))
    return lost + "The first " + text(s.t.tile) +
           " keys alone, one tile, are sorted: what a block does is right, and what joins the blocks is not. "
           "Look at d_histogram[bin * tiles + b], at the scan of all of it, and at who reads which start.";
  return lost + "Even the first tile alone is not sorted; look at the tests of exercises 1, 3 and 4 first.";
}

inline void expect_keys(const sort_result& s) {
  const words expected = sorted(s.keys);
  if (s.got == expected) return;
  std::string meaning = diagnose_result(s);
  if (meaning.empty()) {
    meaning = compare_with_less(s);
    // Also makes this call the one that the message is about. Where keys were lost, what an unwritten place
    // holds differs from run to run, race or not.
    if (s.sort_again(s.keys) != s.got && sorted(s.got) == expected)
      meaning = "A second run gave another order: threads race, so a barrier is missing. " + meaning;
  }
  verifier::expect_equal(s.got, expected, "keys", meaning);
}

}  // namespace lab04
