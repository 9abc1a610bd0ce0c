// SPDX-License-Identifier: Apache-2.0
// Lab 05, exercise 6: the answers in explain.csv, in lines "question,answer".
#include "answer_sheet.h"
#include "lab_test.h"

using namespace verifier;

namespace {

const answer_sheet sheet("explain.csv", {
                                            "source: ms by which histogram is longer in Level 2",
                                            "source: ms by which scatter is shorter in Level 2",
                                            "copies of all keys in a pass: histogram of Level 1",
                                            "copies of all keys in a pass: histogram of Level 2",
                                            "copies of all keys in a pass: scatter",
                                            "reading that fits the source's table (a; b or c)",
                                            "tile of 4096: keys with the same digit of 8 bits on average",
                                            "tile of 4096: bytes of such a run in the output",
                                            "sectors of a warp's store: at least",
                                            "sectors of a warp's store: at most",
                                            "splits of a tile in a whole sort: r = 8",
                                            "splits of a tile in a whole sort: r = 4",
                                            "barriers of these splits with 4 in each: r = 8",
                                            "histogram phase: words moved per key in Level 1",
                                            "histogram phase: words moved per key in Level 2",
                                            "why it pays (a; b; c or d)",
                                        });

}  // namespace

GRADED_TEST(Lab05, TheSourcesTablesAreCompared) {
  sheet.expect_whole(
      "source: ms by which histogram is longer in Level 2", 64,
      "Subtract Level 1's time from Level 2's in the column of the phase, and round to whole ms.");
  sheet.expect_whole(
      "source: ms by which scatter is shorter in Level 2", 115,
      "Subtract Level 2's time from Level 1's in the column of the phase, and round to whole ms.");
}

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
        "It is not a: with that reading, the scan on the host takes most of the time, and the two phases differ. " +
        look);
  if (letter == 'c')
    wrong(
        "It is not c: with that reading, the scan takes longer than Level 1's histogram, but in the table, a third of "
        "that time. " +
        look);
}

GRADED_TEST(Lab05, TheRunsOfASortedTileAreCounted) {
  sheet.expect_whole("tile of 4096: keys with the same digit of 8 bits on average", 16,
                     "4096 keys fall into as many bins as 8 bits can distinguish.");
  sheet.expect_whole(
      "tile of 4096: bytes of such a run in the output", 64,
      "A tile's keys with the same digit are side by side in the output, and each has 4 bytes.");
}

GRADED_TEST(Lab05, TheSectorsOfAWarpAreCounted) {
  sheet.expect_whole(
      "sectors of a warp's store: at least", 4,
      "32 keys are side by side, and the first is at the beginning of a sector: that is 128 bytes in 32-byte sectors.");
  sheet.expect_whole(
      "sectors of a warp's store: at most", 32,
      "At most, each of the 32 keys is in its own sector, because a 4-byte key is never in two sectors.");
}

GRADED_TEST(Lab05, TheSplitsOfASortAreCounted) {
  const std::string meaning = "A sort has ceil(32 / r) passes, each with one split per bit of the digit.";
  sheet.expect_whole("splits of a tile in a whole sort: r = 8", 32, meaning);
  sheet.expect_whole("splits of a tile in a whole sort: r = 4", 32, meaning);
  sheet.expect_whole("barriers of these splits with 4 in each: r = 8", 128,
                     "4 barriers for each of the splits above.");
}

GRADED_TEST(Lab05, TheReasonIsNamed) {
  sheet.expect_whole(
      "histogram phase: words moved per key in Level 1", 1,
      "Level 1's histogram loads every key and stores none. There are far fewer counters than keys.");
  sheet.expect_whole("histogram phase: words moved per key in Level 2", 2,
                     "Level 2's histogram loads every key once and stores the sorted tile.");
  const char letter = sheet.letter("why it pays (a; b; c or d)", "abcd");
  if (letter == 'a') wrong("It is not a: the digits are the same, so there are as many passes as before.");
  if (letter == 'c')
    wrong(
        "It is not c: the tiles and bins are the same, so there are as many counters as before. In the source, the scan "
        "takes as long as before (61 ms against 60).");
  if (letter == 'd')
    wrong(
        "It is not d: the scatter can begin only when all tiles are counted, so the sorted tiles do go "
        "through global memory.");
}
