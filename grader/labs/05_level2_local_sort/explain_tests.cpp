// SPDX-License-Identifier: Apache-2.0
// The figures are those in the README, from docs/measurements/h200_sorts_ncu.csv.
#include "answer_sheet.h"
#include "lab_test.h"

using namespace verifier;

namespace {

const answer_sheet sheet("explain.csv", {
                                            "copies of all keys in a pass: histogram of Level 1",
                                            "copies of all keys in a pass: histogram of Level 2",
                                            "copies of all keys in a pass: scatter",
                                            "reading that fits the source's table (a; b or c)",
                                            "words loaded and stored per key: lab 04",
                                            "words loaded and stored per key: lab 05",
                                            "sectors that lab 04's scatter stores",
                                            "sectors that lab 05 stores: sorted tiles",
                                            "sectors that lab 05 stores: counters",
                                            "sectors that lab 05 stores: scatter at most",
                                            "tile of 256: keys with the same digit",
                                            "percent more bytes through DRAM in lab 05",
                                            "million sectors stored less in lab 05",
                                            "us less in lab 05",
                                            "what the sort of the tiles saves (a; b; c or d)",
                                        });

constexpr double kMillionKeys = (1 << 24) / 1e6, kTile = 4096, kBins = 256;

}  // namespace

GRADED_TEST(Lab05, TheCopiesOfTheSourceAreFound) {
  sheet.expect_whole(
      "copies of all keys in a pass: histogram of Level 1", 1,
      "It only counts, so the keys are copied to the device and do not change. (Only a few counters are copied "
      "back.)");
  sheet.expect_whole(
      "copies of all keys in a pass: histogram of Level 2", 2,
      "It sorts the tiles, so the keys are copied to the device, and copied back in their new order.");
  sheet.expect_whole("copies of all keys in a pass: scatter", 2,
                     "The keys are copied to the device, and copied back at their new places.");
  const char letter = sheet.letter("reading that fits the source's table (a; b or c)", "abc");
  const std::string look =
      "In the source's table, Level 2's histogram takes as long as its scatter, and Level 1's scatter takes six times "
      "as long as the scan.";
  if (letter == 'a')
    wrong(
        "Answer a is wrong: with that reading, the scan on the host takes most of the time, and the two "
        "phases differ. " +
        look);
  if (letter == 'c')
    wrong(
        "Answer c is wrong: with that reading, the scan takes longer than Level 1's histogram, but in the "
        "table, it takes a third of that time. " +
        look);
}

GRADED_TEST(Lab05, TheSectorsArePredicted) {
  sheet.expect_near("sectors that lab 04's scatter stores", kMillionKeys, 0.1,
                    "One sector for each of the 2^24 keys, in millions.");
  sheet.expect_near("sectors that lab 05 stores: sorted tiles", kMillionKeys / 8, 0.05,
                    "Neighbouring keys go to neighbouring places, so 8 keys share a sector.");
  sheet.expect_near(
      "sectors that lab 05 stores: counters", kMillionKeys / kTile * kBins, 0.02,
      "Each of the 2^24 / 4096 tiles has 256 counters, each of which is stored in a sector of its own.");
  sheet.expect_near("sectors that lab 05 stores: scatter at most",
                    kMillionKeys / kTile * (kTile / 8 + (kTile / 32 + kBins - 1) * 1.75), 0.1,
                    "The bound is 0.29 sectors per key.");
  sheet.expect_whole("tile of 256: keys with the same digit", 1,
                     "256 keys fall into 256 bins. So sorting such a tile brings few keys together.");
}

GRADED_TEST(Lab05, TheFiguresAreRead) {
  const std::string both = "Add up both kernels of each lab before you compare.";
  sheet.expect_near("percent more bytes through DRAM in lab 05", 100 * (115.8 + 121.4) / (70.7 + 156.6) - 100,
                    0.5, both);
  sheet.expect_near("million sectors stored less in lab 05", 1.05 + 15.9 - 3.15 - 3.44, 0.1, both);
  sheet.expect_near("us less in lab 05", 42.5 + 335.7 - 161.7 - 96.4, 1, both);
}

GRADED_TEST(Lab05, TheReasonIsNamed) {
  sheet.expect_whole("words loaded and stored per key: lab 04", 3,
                     "The histogram loads each key, and the scatter loads it again and stores it.");
  sheet.expect_whole("words loaded and stored per key: lab 05", 4,
                     "Exercise 2 loads and stores each key, and so does exercise 4.");
  const char letter = sheet.letter("what the sort of the tiles saves (a; b; c or d)", "abcd");
  if (letter == 'a')
    wrong("Answer a is wrong: the figures show that a little more goes through DRAM than in lab 04.");
  if (letter == 'c')
    wrong("Answer c is wrong: by your own count, lab 05 loads and stores one word more per key than lab 04.");
  if (letter == 'd')
    wrong("Answer d is wrong: the tiles and bins are the same, so there are as many counters.");
}
