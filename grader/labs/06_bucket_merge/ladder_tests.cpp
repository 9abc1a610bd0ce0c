// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "ladder.h"

using namespace verifier;

namespace {

using words = rung::words;
using word = rung::word;

// Two sorted runs, the first of in_a words.
words two_runs(const words& any, unsigned in_a) {
  words runs = any;
  const auto middle = runs.begin() + in_a;
  std::sort(runs.begin(), middle);
  std::sort(middle, runs.end());
  return runs;
}

// Counts the keys before each diagonal that come from a. Equal keys of a (or of b) come first.
words from_a(const words& in, unsigned in_a, bool a_first) {
  words counts(in.size());
  std::size_t i = 0, j = in_a;
  for (std::size_t d = 0; d < in.size(); ++d) {
    counts[d] = static_cast<word>(i);
    const bool takes_a = i < in_a && (j >= in.size() || (a_first ? in[i] <= in[j] : in[i] < in[j]));
    takes_a ? ++i : ++j;
  }
  return counts;
}

const rung kKeysFromA{
    0,
    "keys_from_a",
    [](const words& in, unsigned in_a) { return from_a(in, in_a, true); },
    {{[](const words& in, unsigned in_a) { return from_a(in, in_a, false); },
      "Equal keys come from b first here, but must come from a. If a[i] equals b[d - 1 - i], a[i] is among the "
      "first d keys."}},
    1,
    "in_a",
    two_runs};

const rung kMergePart{1,
                      "merge_part",
                      [](const words& in, unsigned) {
                        words sorted = in;
                        std::sort(sorted.begin(), sorted.end());
                        return sorted;
                      },
                      {},
                      1,
                      "in_a",
                      two_runs};

}  // namespace

GRADED_TEST(Lab06, DiagonalsAreFound) {
  expect_rung(kKeysFromA, 300, {0, 1, 100, 150, 299, 300});
  expect_rung(kKeysFromA, 1, {0, 1});
}

GRADED_TEST(Lab06, DiagonalsAreFoundBySearch) {
  needs_checkers();
  constexpr unsigned kRun = 512, kSteps = 11;  // halving 512 keys takes ten steps; one more is allowed
  const words in = two_runs(uniform<word>(2 * kRun), kRun);
  const answer a = ask(kKeysFromA, in, kRun).counted().run();
  expect_results(kKeysFromA, a, in, kRun);
  expect_at_most(a, cost::words_loaded, 2 * kRun * 2 * kSteps,
                 "Each step of a binary search loads one key of each run and halves the range.");
}

GRADED_TEST(Lab06, PartsAreMerged) {
  expect_rung(kMergePart, 300, {0, 1, 100, 150, 299, 300});
  expect_rung(kMergePart, 1, {0, 1});
}

GRADED_TEST(Lab06, SearchAndMergeAreClean) {
  expect_clean_rung(kKeysFromA, 100, 37);
  for (const unsigned in_a : {0, 37, 100}) expect_clean_rung(kMergePart, 100, in_a);
}
