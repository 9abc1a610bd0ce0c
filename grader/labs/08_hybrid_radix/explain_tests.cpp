// SPDX-License-Identifier: Apache-2.0
#include "answer_sheet.h"
#include "lab_test.h"

using namespace verifier;

namespace {

const answer_sheet sheet(
    "explain.csv",
    {"words loaded and stored per key: sort of keys", "words loaded and stored per key: four sweeps",
     "ms at least for 2^28 keys: sort of keys", "ms at least for 2^28 keys: four sweeps",
     "percent of the reference's time", "keys of a bucket on average", "keys of a bin on average",
     "largest value of a counter", "words per key of a large bucket: if it is counted and written",
     "words per key of a large bucket: if it is split twice more",
     "additions that a counter sees: each lane adds", "additions that a counter sees: lane 0 adds for all",
     "unstable passes from the lowest digit up: sorted for certain (a; b; c or d)"});

constexpr double kCopyMs = 0.51, kReferenceMs = 2.73, kLimitMs = kCopyMs * 7 / 2;  // from the README

}  // namespace

GRADED_TEST(Lab08, TheWordsAreCounted) {
  sheet.expect_whole(
      "words loaded and stored per key: sort of keys", 7,
      "The counts load each key once. The two splits and the local sort each load and store it once.");
  sheet.expect_whole("words loaded and stored per key: four sweeps", 9,
                     "All counts take one read. Each of the four sweeps loads and stores each key once.");
  const std::string time = "The copy takes 0.51 ms for 2 words per key, so each word takes half of that.";
  sheet.expect_near("ms at least for 2^28 keys: sort of keys", kLimitMs, 0.03, time);
  sheet.expect_near("ms at least for 2^28 keys: four sweeps", kCopyMs * 9 / 2, 0.03, time);
  sheet.expect_near("percent of the reference's time", 100 * kLimitMs / kReferenceMs, 1,
                    "Divide that minimum time by the reference's 2.73 ms.");
}

GRADED_TEST(Lab08, TheBucketsAreCounted) {
  sheet.expect_whole("keys of a bucket on average", 4096, "2^28 keys fall into 2^16 buckets.");
  sheet.expect_whole("keys of a bin on average", 2, "The keys of a bucket fall into 2048 bins.");
  sheet.expect_whole(
      "largest value of a counter", 49151,
      "After a barrier, it is at most 2^15 - 1. Then all 16 384 keys of a round can go to this counter before the "
      "thread that saw it reach 2^15 has emptied it.");
}

GRADED_TEST(Lab08, TheSkewIsExplained) {
  sheet.expect_whole("words per key of a large bucket: if it is counted and written", 2,
                     "Each key is loaded once to be counted, and each place of the result is stored once.");
  sheet.expect_whole("words per key of a large bucket: if it is split twice more", 4,
                     "A split loads and stores each key.");
  sheet.expect_whole("additions that a counter sees: each lane adds", 32,
                     "If an atomic's result is used, lanes with the same address go one after the other.");
  sheet.expect_whole(
      "additions that a counter sees: lane 0 adds for all", 1,
      "Lane 0 adds the number of lanes that agree with it, and each of these computes its own result.");
}

GRADED_TEST(Lab08, TheReasonIsNamed) {
  switch (
      sheet.letter("unstable passes from the lowest digit up: sorted for certain (a; b; c or d)", "abcd")) {
    case 'a':
      wrong(
          "Answer a is wrong: the last pass can swap two different keys with the same top digit, so it can "
          "undo what the earlier passes did.");
    case 'b':
      wrong(
          "Answer b is wrong: the first pass sorts these keys, but then they are all in one bin, and an "
          "unstable pass can leave them there in any order.");
    case 'd':
      wrong(
          "Answer d is wrong: an unstable pass can swap two different keys with the same digit, even if they "
          "were in order.");
    default:
      return;
  }
}
