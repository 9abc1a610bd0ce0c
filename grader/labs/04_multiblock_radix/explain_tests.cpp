// SPDX-License-Identifier: Apache-2.0
// explain.csv compares the source's conclusion with its own table.
#include "answer_sheet.h"
#include "lab_test.h"

using namespace verifier;

namespace {

const std::string kSourceScatter = "source: percent of Level 1's time in its scatter",
                  kSourceSaved = "source: percent of Level 1's scatter that Level 2 saves",
                  kScan = "H200: percent of Level 1's time in its scan",
                  kSaved = "H200: percent of Level 1's scatter that Level 2 saves",
                  kConclusion = "what the source's table says of its conclusion (a; b; c or d)";

const answer_sheet sheet("explain.csv", {kSourceScatter, kSourceSaved, kScan, kSaved, kConclusion});

}  // namespace

GRADED_TEST(Lab04, TheSourcesPhasesAreCompared) {
  sheet.expect_near(kSourceScatter, 100 * 365.776 / 705.817, 1, "Level 1's scatter divided by its total.");
  sheet.expect_near(
      kSourceSaved, 100 * (1 - 250.583 / 365.776), 1,
      "The time saved (Level 1's scatter minus Level 2's), as a percentage of Level 1's scatter.");
  sheet.expect_near(kScan, 100 * 24.329 / (2.451 + 24.329 + 10.498), 1,
                    "The scan divided by the sum of the three phases.");
  sheet.expect_near(
      kSaved, 100 * (1 - 2.431 / 10.498), 1,
      "The time saved (Level 1's scatter minus Level 2's), as a percentage of Level 1's scatter.");
}

GRADED_TEST(Lab04, TheSourcesConclusionIsTested) {
  const char letter = sheet.letter(kConclusion, "abcd");
  if (letter == 'a')
    wrong(
        "Answer a is wrong: in Level 2, all threads move the keys, but two thirds of the time remain. A single "
        "thread can't be the reason for that.");
  if (letter == 'c')
    wrong("Answer c is wrong: the scan is a separate phase, and takes 60 ms in both levels.");
  if (letter == 'd')
    wrong("Answer d is wrong: both levels move the same keys to the same places in each pass.");
}
