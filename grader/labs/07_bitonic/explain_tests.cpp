// SPDX-License-Identifier: Apache-2.0
// Lab 07, exercise 7: the answers in explain.csv. The numbers are those in the README, from
// docs/measurements/h200_lab07_ncu.csv: rounds_kernel (the tiles) and fused_kernel (several steps per
// launch).
#include "answer_sheet.h"
#include "lab_test.h"

using namespace verifier;

namespace {

const answer_sheet sheet("explain.csv", {
                                            "us to load and store all keys at 4.8 TB/s",
                                            "us to compare in 105 steps",
                                            "us to compare in 2 steps",
                                            "tiles: limited by (m: memory; c: computing)",
                                            "2 global steps: limited by (m: memory; c: computing)",
                                            "2 global steps: DRAM traffic in GB/s",
                                            "4 global steps: us a step",
                                            "5 global steps: us a step",
                                            "tiles: blocks in a multiprocessor",
                                            "tiles: occupancy in percent",
                                            "5 global steps: blocks in a multiprocessor",
                                            "5 global steps: occupancy in percent",
                                            "4 global steps: KiB being loaded in a multiprocessor",
                                            "5 global steps: KiB being loaded in a multiprocessor",
                                            "why 5 steps reach less of the DRAM than 4 (a; b; c or d)",
                                        });

constexpr double kKeys = 1 << 24, kBytesPerUs = 4.8e6, kMinMaxPerUs = 16.7e6;

}  // namespace

GRADED_TEST(Lab07, TheLimitsAreWorkedOut) {
  sheet.expect_near(
      "us to load and store all keys at 4.8 TB/s", 8 * kKeys / kBytesPerUs, 1,
      "Each 4-byte key is loaded once and stored once, and 4.8 TB/s is 4.8 million bytes per us.");
  for (const int steps : {105, 2})
    sheet.expect_near(
        "us to compare in " + std::to_string(steps) + " steps", steps * kKeys / kMinMaxPerUs,
        0.03 * steps * kKeys / kMinMaxPerUs,
        "A step compares every key once, in pairs: 2^23 comparisons, each a minimum and a maximum. The device "
        "computes 16.7 million of these per us.");
  const std::string why = "The slower of the two, moving the keys or comparing them, is the limit.";
  if (sheet.letter("tiles: limited by (m: memory; c: computing)", "mc") != 'c')
    wrong("It is not the memory that limits the tiles. " + why);
  if (sheet.letter("2 global steps: limited by (m: memory; c: computing)", "mc") != 'm')
    wrong("It is not computing that limits two global steps. " + why);
}

GRADED_TEST(Lab07, TheFiguresAreRead) {
  sheet.expect_near(
      "2 global steps: DRAM traffic in GB/s", 108.1e6 / 32.3e-6 / 1e9, 40,
      "Divide the bytes that went through DRAM by the time. One GB is 10^9 bytes, and one us is 10^-6 s.");
  sheet.expect_near("4 global steps: us a step", 37.2 / 4, 0.1,
                    "The launch's time divided by its number of steps.");
  sheet.expect_near("5 global steps: us a step", 40.6 / 5, 0.1,
                    "The launch's time divided by its number of steps.");
}

GRADED_TEST(Lab07, OccupancyIsComputed) {
  const std::string blocks =
      "A block needs its number of threads times the registers per thread, rounded up to a multiple of 8. A "
      "multiprocessor has 65536 registers, and only whole blocks fit.";
  const std::string occupancy = "Divide the warps of those blocks by 64. A warp is 32 threads.";
  sheet.expect_whole("tiles: blocks in a multiprocessor", 1, blocks);
  sheet.expect_near("tiles: occupancy in percent", 50, 0.5, occupancy);
  sheet.expect_whole("5 global steps: blocks in a multiprocessor", 1, blocks);
  sheet.expect_near("5 global steps: occupancy in percent", 12.5, 0.5, occupancy);
}

GRADED_TEST(Lab07, TheReasonIsNamed) {
  const std::string loading =
      "Every thread loads its 2^steps 4-byte keys before it compares. Multiply blocks, threads and bytes.";
  sheet.expect_whole("4 global steps: KiB being loaded in a multiprocessor", 48, loading);
  sheet.expect_whole("5 global steps: KiB being loaded in a multiprocessor", 32, loading);
  switch (sheet.letter("why 5 steps reach less of the DRAM than 4 (a; b; c or d)", "abcd")) {
    case 'a':
      wrong("It is not a: computing is at 27 % of its limit, both with 4 steps and with 5.");
    case 'c':
      wrong(
          "It is not c: both load and store every key once, and the same number of bytes goes through DRAM.");
    case 'd':
      wrong("It is not d: global steps do not use shared memory.");
    default:
      break;
  }
}
