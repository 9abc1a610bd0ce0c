// SPDX-License-Identifier: Apache-2.0
// A new rung of the ladder needs a row here, a function in ladder.h, the stub and the solution, and a case in
// given.h.
#include "ladder.h"

using namespace verifier;

namespace {

using word = std::uint32_t;
using words = std::vector<word>;

constexpr unsigned kLanes = 32;

// result[i] is the sum of of(value) over the values before i, or up to i, in its group of `size`.
template <class Of>
words summed(const words& in, unsigned size, bool inclusive, Of of) {
  words sums(in.size());
  word sum = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (i % size == 0) sum = 0;
    sums[i] = inclusive ? sum + of(in[i]) : sum;
    sum += of(in[i]);
  }
  return sums;
}
word itself(word value) { return value; }
word odd(word value) { return value % 2; }

// Counts the lanes of the warp with the same value: those below, or all of them.
words same(const words& in, bool below_only) {
  words counts(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t first = i / kLanes * kLanes, end = below_only ? i : first + kLanes;
    for (std::size_t k = first; k < end; ++k) counts[i] += in[k] == in[i] ? 1 : 0;
  }
  return counts;
}

words neighbours(const words& in, unsigned) {
  words sums(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) sums[i] = in[i] + in[(i + 1) % in.size()];
  return sums;
}

words fours(const words& in, unsigned) {
  words sums(in.size() / 4);
  for (std::size_t i = 0; i < in.size(); ++i) sums[i / 4] += in[i];
  return sums;
}

const rung kScanByShuffles{
    0,
    "scan_by_shuffles",
    [](const words& in, unsigned) { return summed(in, kLanes, true, itself); },
    {{[](const words& in, unsigned) { return summed(in, kLanes, false, itself); },
      "These are exclusive sums: the lane's own value is missing."},
     {[](const words& in, unsigned) {
        words sums = in;  // a lane with no lane that far below gets its own sum back
        for (std::size_t distance = 1; distance < kLanes; distance *= 2) {
          const words old = sums;
          for (std::size_t i = 0; i < in.size(); ++i)
            sums[i] += i % kLanes >= distance ? old[i - distance] : old[i];
        }
        return sums;
      },
      "Lanes below `distance` have added their own sum: __shfl_up_sync returns a lane's own value if no "
      "lane is that far below."}}};

const rung kCountByBallot{1,
                          "count_by_ballot",
                          [](const words& in, unsigned) { return summed(in, kLanes, false, odd); },
                          {{[](const words& in, unsigned) { return summed(in, kLanes, true, odd); },
                            "The lane has counted itself, but only lanes below it count."}}};

const rung kRankByMatch{2,
                        "rank_by_match",
                        [](const words& in, unsigned) { return same(in, true); },
                        {{[](const words& in, unsigned) { return same(in, false); },
                          "All lanes with the value were counted, but only lanes below count."}}};

const rung kScanByWarps{
    3,
    "scan_by_warps",
    [](const words& in, unsigned block) { return summed(in, block, false, itself); },
    {{[](const words& in, unsigned block) { return summed(in, block, true, itself); },
      "These are inclusive sums. Here, the lane's own value must be left out."},
     {[](const words& in, unsigned) { return summed(in, kLanes, false, itself); },
      "Each warp is right by itself, but the sums of the warps before it are missing."},
     {[](const words& in, unsigned block) {
        words sums = summed(in, kLanes, false, itself);
        for (std::size_t i = 0; i < in.size(); ++i)
          for (std::size_t lane = i / block * block; lane < i / kLanes * kLanes; lane += kLanes)
            sums[i] += in[lane];
        return sums;
      },
      "What is added for each earlier warp is its first value, not its sum. Lane 31 has the sum of its warp."},
     {[](const words& in, unsigned block) {
        words sums = summed(in, block, false, itself);  // lane -1 is lane 31
        for (std::size_t i = 0; i < in.size(); ++i)
          if (i % block < kLanes)
            for (unsigned k = 0; k < block; ++k) sums[i] += in[i - i % block + k];
        return sums;
      },
      "Warp 0 has added the sum of the whole block. No warp is before it, and a shuffle from lane -1 returns "
      "lane 31's sum."}}};

const rung kSumOfFour{4, "sum_of_four", fours, {}, 4};

const rung kPassOn{
    5,
    "pass_on",
    [](const words& in, unsigned) { return summed(in, static_cast<unsigned>(in.size()), true, itself); },
    {}};

const rung kLaunchNeighbours{6, "launch_neighbours", neighbours, {}};

}  // namespace

GRADED_TEST(Lab03, LanesAreScannedByShuffles) { expect_rung(kScanByShuffles, 384, {32, 96}); }
GRADED_TEST(Lab03, LanesAreCountedByBallot) { expect_rung(kCountByBallot, 384, {32, 96}); }
GRADED_TEST(Lab03, EqualLanesAreRankedByMatch) { expect_rung(kRankByMatch, 384, {32, 96}); }
GRADED_TEST(Lab03, WarpsMakeTheScanOfABlock) { expect_rung(kScanByWarps, 3072, {32, 96, 512, 1024}); }

GRADED_TEST(Lab03, FourWordsAreLoadedAtOnce) {
  needs_checkers();
  expect_rung(kSumOfFour, 384, {96});
  const std::size_t n = 1024;
  const keys<word> in = uniform<word>(4 * n);
  const answer a = ask(kSumOfFour, in, 64).counted().run();
  expect_results(kSumOfFour, a, in, 64);
  expect_at_most(a, cost::global_load_sectors, 4 * n / 8,
                 "That is each sector once. Four 4-byte loads request each sector four times.");
}

// Without release and acquire, the sums are nearly always right, so this test needs the checkers.
GRADED_TEST(Lab03, ASumIsPassedOn) {
  needs_checkers();
  expect_rung(kPassOn, 16, {1});
  expect_clean_rung(kPassOn, 8, 1);
}

GRADED_TEST(Lab03, AnArrayOfArgumentsIsLaunched) { expect_rung(kLaunchNeighbours, 7, {1}); }

GRADED_TEST(Lab03, RungsAreClean) {
  for (const rung* r : {&kScanByShuffles, &kCountByBallot, &kRankByMatch, &kScanByWarps, &kSumOfFour})
    expect_clean_rung(*r, 192, 96);
  expect_clean_rung(kLaunchNeighbours, 7, 1);
}
