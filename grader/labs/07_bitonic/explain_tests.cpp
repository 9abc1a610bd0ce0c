// SPDX-License-Identifier: Apache-2.0
// The numbers are from docs/measurements/h200_faster_ncu.csv: rounds_kernel (the tiles), fused_kernel (3 to 5
// global steps) and strided_kernel (10 global steps), each on 2^23 keys.
#include "answer_sheet.h"
#include "lab_test.h"

using namespace verifier;

namespace {

const std::string kBusiest =
                      "busiest part of all global steps (d: DRAM; l: L2; s: shared memory; c: computing)",
                  kReason = "why 5 steps take hardly longer than 4 (a; b; c or d)";

const answer_sheet sheet("explain.csv", {
                                            "us to load and store all keys at 4.8 TB/s",
                                            "us to compare in 105 steps",
                                            "us to compare in 10 steps",
                                            "tiles: limited by (m: memory; c: computing)",
                                            "10 global steps: limited by (m: memory; c: computing)",
                                            "3 global steps: DRAM traffic in GB/s",
                                            kBusiest,
                                            "5 global steps: us a step",
                                            "10 global steps: us a step",
                                            "tiles: blocks in a multiprocessor",
                                            "tiles: occupancy in percent",
                                            "5 global steps: blocks in a multiprocessor",
                                            "5 global steps: occupancy in percent",
                                            "4 global steps: KiB being loaded in a multiprocessor",
                                            "5 global steps: KiB being loaded in a multiprocessor",
                                            kReason,
                                        });

constexpr double kKeys = 1 << 23, kBytesPerUs = 4.8e6, kMinMaxPerUs = 16.7e6;

}  // namespace

GRADED_TEST(Lab07, TheLimitsAreWorkedOut) {
  sheet.expect_near(
      "us to load and store all keys at 4.8 TB/s", 8 * kKeys / kBytesPerUs, 0.5,
      "Each 4-byte key is loaded once and stored once, and 4.8 TB/s is 4.8 million bytes per us.");
  for (const int steps : {105, 10})
    sheet.expect_near(
        "us to compare in " + std::to_string(steps) + " steps", steps * kKeys / kMinMaxPerUs,
        0.03 * steps * kKeys / kMinMaxPerUs,
        "A step compares every key once, in pairs: 2^22 comparisons, each a minimum and a maximum. The device "
        "computes 16.7 million of these per us.");
  const std::string why = "The slower of the two, moving the keys or comparing them, is the limit.";
  if (sheet.letter("tiles: limited by (m: memory; c: computing)", "mc") != 'c')
    wrong("Memory doesn't limit the tiles. " + why);
  if (sheet.letter("10 global steps: limited by (m: memory; c: computing)", "mc") != 'm')
    wrong("Computing doesn't limit ten global steps. " + why);
}

GRADED_TEST(Lab07, TheFiguresAreRead) {
  sheet.expect_near(
      "3 global steps: DRAM traffic in GB/s", 39.7e6 / 16.2e-6 / 1e9, 40,
      "Divide the bytes that went through DRAM by the time. One GB is 10^9 bytes, and one us is 10^-6 s.");
  if (sheet.letter(kBusiest, "dlsc") != 'l')
    wrong("Compare the percentages of the four parts in each row of global steps: another part is busier.");
  sheet.expect_near("5 global steps: us a step", 18.5 / 5, 0.05,
                    "The launch's time divided by its number of steps.");
  sheet.expect_near("10 global steps: us a step", 18.7 / 10, 0.05,
                    "The launch's time divided by its number of steps.");
}

GRADED_TEST(Lab07, OccupancyIsComputed) {
  const std::string blocks =
      "A block needs its number of threads times the registers per thread, rounded up to a multiple of 8. A "
      "multiprocessor has 65536 registers, and only whole blocks fit.";
  const std::string occupancy = "Divide the warps of those blocks by 64. A warp is 32 threads.";
  sheet.expect_whole("tiles: blocks in a multiprocessor", 2, blocks);
  sheet.expect_near("tiles: occupancy in percent", 50, 0.5, occupancy);
  sheet.expect_whole("5 global steps: blocks in a multiprocessor", 1, blocks);
  sheet.expect_near("5 global steps: occupancy in percent", 12.5, 0.5, occupancy);
}

GRADED_TEST(Lab07, TheReasonIsNamed) {
  const std::string loading =
      "Every thread loads its 2^steps 4-byte keys before it compares. Multiply blocks, threads and bytes.";
  sheet.expect_whole("4 global steps: KiB being loaded in a multiprocessor", 48, loading);
  sheet.expect_whole("5 global steps: KiB being loaded in a multiprocessor", 32, loading);
  switch (sheet.letter(kReason, "abcd")) {
    case 'a':
      wrong(
          "Answer a is wrong: every launch compares each key once per step, so with 5 steps it makes more "
          "comparisons.");
    case 'c':
      wrong(
          "Answer c is wrong: both load and store every key once, and the same number of bytes goes through "
          "DRAM.");
    case 'd':
      wrong("Answer d is wrong: up to 5 global steps are done in registers.");
    default:
      break;
  }
}
