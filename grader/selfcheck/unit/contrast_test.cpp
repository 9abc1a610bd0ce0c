// SPDX-License-Identifier: Apache-2.0
#include "contrast.h"

#include <gtest/gtest.h>

#include "wrong_elements.h"

namespace {

using namespace verifier;
using numbers = std::map<std::string, std::int64_t>;

run_facts run(const numbers& of, bool failed, const std::string& family = "uniform") {
  return {"split", of, family, failed};
}

// `fails` says whether a run has failed.
template <class Fails>
std::vector<run_facts> tilings(Fails fails) {
  std::vector<run_facts> runs;
  for (const std::int64_t tile : {32, 64, 100, 256, 288, 1000})
    for (const std::int64_t block : {32, 64, 256})
      for (const std::int64_t n : {1, 33, 256, 700, 1000, 3000}) {
        const numbers all{{"tile", tile}, {"block_size", block}, {"n", n}};
        runs.push_back(run(all, fails(tile, block, n)));
      }
  return runs;
}

// Empty if `said` begins with the expected text, otherwise all of `said`.
bool says(const std::string& said, const std::string& condition) {
  return said.rfind("It fails only where " + condition + ":", 0) == 0;
}

TEST(Contrast, FindsASizeOfATile) {
  const std::string said = what_separates(tilings([](auto tile, auto, auto) { return tile > 256; }));
  EXPECT_TRUE(says(said, "tile > 256 (the next value tried: 288)")) << said;
}

TEST(Contrast, FindsMoreThanOneTile) {
  const std::string said = what_separates(tilings([](auto tile, auto, auto n) { return n > tile; }));
  EXPECT_TRUE(says(said, "there is more than one tile")) << said;
}

TEST(Contrast, FindsALastTileThatIsNotFull) {
  const std::string said = what_separates(tilings([](auto tile, auto, auto n) { return n % tile != 0; }));
  EXPECT_TRUE(says(said, "the last tile is not full (n is not a multiple of tile)")) << said;
}

TEST(Contrast, ComparesATileWithTheThreads) {
  const std::string said = what_separates(tilings([](auto tile, auto block, auto) { return tile > block; }));
  EXPECT_TRUE(says(said, "a full tile has more keys than the block has threads")) << said;
}

TEST(Contrast, FindsOneWarp) {
  const std::string said = what_separates(tilings([](auto, auto block, auto) { return block > 32; }));
  EXPECT_TRUE(says(said, "a block has more than one warp")) << said;
}

// Not every run with the condition fails, because failing also depends on the keys.
TEST(Contrast, SaysWhatAllThatFailHaveInCommon) {
  int some = 0;
  const std::string said = what_separates(
      tilings([&](auto tile, auto, auto n) { return tile > 256 && n > 1 && ++some % 4 != 0; }));
  EXPECT_TRUE(says(said, "tile > 256 (the next value tried: 288)")) << said;
  EXPECT_NE(said.find("and in none of "), std::string::npos) << said;
}

TEST(Contrast, FindsAnOddNumberOfPasses) {
  std::vector<run_facts> runs;
  for (std::int64_t bits = 1; bits <= 16; ++bits)
    runs.push_back(run({{"bits", bits}, {"n", 3001}}, (32 + bits - 1) / bits % 2 != 0));
  EXPECT_TRUE(says(what_separates(runs), "the number of passes is odd")) << what_separates(runs);
}

TEST(Contrast, FindsTheOneNumberThatIsRight) {
  std::vector<run_facts> runs;
  for (const std::int64_t columns : {1, 16, 32, 64, 256})
    for (const std::int64_t rows : {3, 8, 300, 4096})
      runs.push_back(run({{"columns", columns}, {"n", 1 + rows * columns}}, columns != 32));
  EXPECT_TRUE(says(what_separates(runs), "columns is not 32")) << what_separates(runs);
}

TEST(Contrast, FindsTwoConditionsTogether) {
  std::vector<run_facts> runs;
  for (const std::int64_t n : {3, 31, 33, 47, 50, 64, 100, 128, 500, 1000, 2000, 3000})
    for (const std::int64_t inclusive : {0, 1})
      runs.push_back(run({{"n", n}, {"inclusive", inclusive}}, n > 64 && inclusive != 0));
  EXPECT_TRUE(says(what_separates(runs), "inclusive is 1, and n > 64 (the next value tried: 100)"))
      << what_separates(runs);
}

TEST(Contrast, LooksAtTheKeysThemselves) {
  std::vector<run_facts> runs;
  for (const char* family : {"uniform", "all equal", "zipf", "descending", "low bits only"})
    for (const std::int64_t n : {10, 100, 1000}) {
      runs.push_back(run({{"n", n}}, family[0] == 'z' || family[0] == 'a', family));
      runs.back().input.equal_keys = runs.back().failed || n > 100;
      runs.back().input.in_order = false;
    }
  EXPECT_TRUE(
      what_separates(runs).rfind("It fails only where there are equal keys: in 6 of 9 runs there", 0) == 0)
      << what_separates(runs);
  const std::vector<std::uint32_t> keys{3, 0x80000000u, 0xffffffffu};
  const input_facts facts = look_at_input("uint32", keys.data(), keys.size());
  EXPECT_TRUE(*facts.in_order && !*facts.equal_keys && *facts.high_bit && *facts.largest_key);
  EXPECT_FALSE(look_at_input("double", keys.data(), 1).in_order);
}

// Nothing shows which of the conditions is the cause.
TEST(Contrast, NamesAllNumbersThatAreTheSameByAccident) {
  std::vector<run_facts> runs;
  for (const std::int64_t n : {70, 80, 90, 100})
    for (const auto& [columns, block] : {std::pair{1, 256}, {3, 96}, {16, 128}, {32, 64}, {256, 256}})
      runs.push_back(run({{"columns", columns}, {"block_size", block}, {"n", n}}, columns == 3));
  EXPECT_TRUE(says(what_separates(runs), "block_size is 96 and columns is 3")) << what_separates(runs);
}

TEST(Contrast, FindsAFamilyOfInputs) {
  std::vector<run_facts> runs;
  for (const char* family : {"uniform", "all equal", "zipf", "descending"})
    for (const std::int64_t n : {10, 100, 1000}) runs.push_back(run({{"n", n}}, family[0] == 'a', family));
  EXPECT_TRUE(says(what_separates(runs), "the input is \"all equal\"")) << what_separates(runs);
}

TEST(Contrast, FindsWhatOnlySomeRequestsHave) {
  std::vector<run_facts> runs;
  for (const std::int64_t n : {10, 100, 1000}) {
    runs.push_back(run({{"n", n}}, false));
    runs.push_back(run({{"n", n}, {"in_place", 1}}, true));
  }
  EXPECT_TRUE(says(what_separates(runs), "in_place is 1")) << what_separates(runs);
}

TEST(Contrast, SaysNothingOfTooFewRuns) {
  EXPECT_EQ(what_separates({}), "");
  EXPECT_EQ(what_separates({run({{"n", 10}}, true), run({{"n", 5}}, false), run({{"n", 6}}, false)}), "");
  EXPECT_EQ(what_separates(tilings([](auto, auto, auto) { return true; })), "");
  EXPECT_EQ(what_separates(tilings([](auto, auto, auto) { return false; })), "");
}

// With so many conditions, one of them separates a few runs by luck.
TEST(Contrast, SaysNothingThatLuckExplains) {
  std::vector<run_facts> runs;
  for (const std::int64_t n : {40, 47, 60, 129, 130, 1000}) runs.push_back(run({{"n", n}}, n > 128));
  EXPECT_EQ(what_separates(runs), "");
  for (const std::int64_t n : {5, 9, 11, 23, 128, 136, 700, 900, 2000})
    runs.push_back(run({{"n", n}}, n > 128));
  EXPECT_TRUE(says(what_separates(runs), "n > 128")) << what_separates(runs);
}

// The same request with other keys adds no information about its numbers.
TEST(Contrast, CountsRunsWithTheSameNumbersOnce) {
  std::vector<run_facts> runs;
  for (int i = 0; i < 20; ++i)
    for (const std::int64_t shift : {3, 4}) runs.push_back(run({{"shift", shift}, {"n", 100}}, shift == 3));
  EXPECT_EQ(what_separates(runs), "");
}

TEST(Contrast, TakesNoNumberForAYesOrNo) {
  std::vector<run_facts> runs;
  for (const std::int64_t n : {10, 100, 1000, 2000, 3000, 4000}) {
    runs.push_back(run({{"n", n}}, false));
    runs.push_back(run({{"n", n}, {"block_size", 256}}, true));
  }
  EXPECT_EQ(what_separates(runs), "");
}

// A digit that is the same in all keys counts only if a higher digit differs.
TEST(Contrast, FindsAPassThatMovesNothing) {
  const auto is_idle = [](std::uint32_t other) {
    const std::uint32_t keys[] = {7, other};
    return look_at_input("uint32", keys, 2, 8).idle_pass;
  };
  EXPECT_EQ(is_idle(7 | 1 << 16), true);
  EXPECT_EQ(is_idle(6), false);
  EXPECT_EQ(look_at_input("uint32", nullptr, 0, 8).idle_pass, std::nullopt);
}

// Most runs for which the condition holds must have failed.
TEST(Contrast, DoesNotNameWhatHoldsForMoreRightRuns) {
  std::vector<run_facts> runs;
  for (std::int64_t shift = 1; shift <= 40; ++shift)
    for (const std::int64_t bits : {4, 8})
      runs.push_back(run({{"shift", shift}, {"bits", bits}, {"n", 100}}, bits == 8 && shift % 4 == 0));
  EXPECT_EQ(what_separates(runs), "");
}

TEST(Contrast, SaysWhereAllResultsBeginToBeWrong) {
  std::vector<run_facts> runs;
  for (const std::int64_t n : {10, 20, 30, 40}) {
    runs.push_back(run({{"n", n}}, true));
    runs.back().first_wrong = 2;
  }
  EXPECT_EQ(where_all_begin(runs), "In all 4 failing runs, the first wrong element has index 2.");
  runs.back().first_wrong = 3;
  EXPECT_EQ(where_all_begin(runs), "");
  runs.back().failed = false;
  EXPECT_EQ(where_all_begin(runs), "") << "three runs are too few";
}

TEST(Contrast, SaysNothingWhereNothingSeparates) {
  int i = 0;
  EXPECT_EQ(what_separates(tilings([&](auto, auto, auto) { return (++i * 7919) % 13 < 6; })), "");
}

// A run with at most one key is right, whatever the sort does.
TEST(Contrast, TakesNoComfortFromOneKey) {
  std::vector<run_facts> runs;
  for (const std::int64_t n : {0, 1, 1, 1, 2, 3, 1000}) runs.push_back(run({{"n", n}}, n > 1));
  EXPECT_EQ(what_separates(runs), "");
}

std::string shared(const std::vector<int>& got, const std::vector<int>& expected, const numbers& ran,
                   bool are_numbers = true) {
  return what_they_share(
      {got.size(), [&](std::size_t i) { return got[i] != expected[i]; },
       [&](std::size_t i) { return got[i]; }, [&](std::size_t i) { return expected[i]; }, are_numbers},
      run(ran, true));
}

TEST(Contrast, FindsAConstantDifference) {
  EXPECT_EQ(shared({0, 1, 7, 3}, {0, 257, 7, 259}, {}), "All 2 wrong values are 256 too small.");
  EXPECT_EQ(shared({1, 2, 3}, {0, 1, 2}, {}), "All 3 values are 1 too large.");
}

TEST(Contrast, NamesTheNumberOfThreadsWhereItIsTheFactor) {
  EXPECT_EQ(shared({0, 64, 96, 32}, {0, 2, 3, 1}, {{"block_size", 32}}),
            "All 3 wrong values are 32 times the right value, and a block has that many threads.");
}

TEST(Contrast, FindsANarrowCounter) {
  EXPECT_EQ(
      shared({0, 1, 7, 44}, {512, 257, 7, 300}, {}),
      "All 3 wrong values are the right ones truncated to 8 bits, so they are too small by a multiple of 256.");
}

TEST(Contrast, FindsHowFarElementsAreFromTheirPlaces) {
  EXPECT_EQ(shared({70, 10, 20, 30, 50}, {10, 20, 30, 40, 50}, {}, false),
            "Each wrong key is 1 place too late: for example, the one for index 0 is at 1.");
  EXPECT_EQ(shared({0, 0, 0, 7, 5, 6, 2}, {7, 5, 6, 0, 0, 0, 2}, {}),
            "Each wrong value is 3 places too late: for example, the one for index 0 is at 3.");
  EXPECT_EQ(shared({0, 0, 7, 0, 2}, {7, 0, 0, 0, 2}, {}), "") << "one value can be there by accident";
  EXPECT_EQ(shared({10, 30, 20}, {10, 20, 30}, {}, false), "What belongs at index 1 is at index 2.");
}

TEST(Contrast, FindsThatKeysAreCountedSeveralTimes) {
  EXPECT_EQ(shared({7, 10, 7, 20, 7, 30, 7, 40}, {10, 20, 30, 40, 50, 60, 70, 80}, {}, false),
            "Wrong keys are 2 times too far apart: for example, those for index 0 and 1 are at 1 and 3.");
  EXPECT_EQ(shared({7, 10, 7, 20, 7, 30, 40, 7}, {10, 20, 30, 40, 50, 60, 70, 80}, {}, false),
            "What belongs at index 0 is at index 1.");
}

TEST(Contrast, FindsStretchesThatMovedAsOne) {
  std::vector<int> got(32), expected(32);
  for (int i = 0; i < 32; ++i) expected[i] = 3 * i, got[(i / 4 * 3 % 8) * 4 + i % 4] = 3 * i;
  EXPECT_EQ(
      shared(got, expected, {}, false),
      "Groups of 4 keys are intact, but in the wrong places: for example, the key for index 12 is at 4.");
}

TEST(Contrast, FindsWhatAWholeWarpLacks) {
  std::vector<int> got(128), expected(128);
  for (int i = 0; i < 128; ++i) expected[i] = i * i, got[i] = expected[i] - 100 * (i / 32);
  const std::string said = shared(got, expected, {{"block_size", 96}});
  EXPECT_EQ(said,
            "In each warp of 32 places, either all values are right, or all are wrong by the same amount.");
  got[40] = 0;
  EXPECT_NE(shared(got, expected, {}), said);
  for (int i = 0; i < 128; ++i) got[i] = expected[i] - i / 48 * 100;
  EXPECT_NE(shared(got, expected, {{"block_size", 16}}).find("In each stretch of 48 places"),
            std::string::npos);
}

TEST(Contrast, FindsKeysThatChangedTheirOrder) {
  const numbers digit{{"shift", 0}, {"bits", 4}};
  EXPECT_NE(shared({33, 17, 1, 2}, {1, 17, 33, 2}, digit, false).find("are in reverse order"),
            std::string::npos);
  EXPECT_NE(shared({17, 1, 33, 2}, {1, 17, 33, 2}, digit, false).find("have changed order"),
            std::string::npos);
  EXPECT_EQ(
      shared({17, 17, 33, 2}, {1, 17, 33, 2}, digit, false),
      "1, which belongs at index 0, is nowhere in the result, but 17 is there 2 times instead of once.");
}

TEST(Contrast, FindsThatAllErrInOneDirection) {
  EXPECT_EQ(shared({2, 3, 2, 3, 1}, {0, 1, 0, 1, 0}, {}),
            "No wrong value is too small: each is 1 to 2 too large.");
  EXPECT_EQ(shared({2, 3, 2, 3, 1}, {0, 1, 3, 1, 0}, {}), "");
}

TEST(Contrast, AddsUpWhatCountersCount) {
  const numbers ran{{"n", 100}, {"tile", 64}, {"bits", 1}, {"block_size", 64}};
  EXPECT_EQ(
      shared({32, 20, 32, 44}, {32, 16, 32, 20}, ran),
      "Only the last tile, which has 36 of 64 keys, has wrong counters. The counters add up to 128, but there "
      "are 100 keys.");
  EXPECT_EQ(shared({30, 20, 32, 18}, {32, 16, 30, 22}, ran),
            "The counters add up to the right number of keys.");
}

TEST(Contrast, FindsThePlaces) {
  std::vector<int> right(256), later(256), second(256), warps(256);
  for (int i = 0; i < 256; ++i) {
    right[i] = 3 * i;
    later[i] = i >= 64 ? 5 * i + 1 : 3 * i;
    second[i] = i % 64 >= 32 ? 5 * i + 1 : 3 * i;
    warps[i] = i % 128 >= 32 ? 5 * i + 1 : 3 * i;
  }
  EXPECT_EQ(shared(later, right, {{"tile", 64}, {"n", 256}}, false),
            "The first tile is right, but each later one has wrong values.");
  EXPECT_EQ(shared({later.begin(), later.begin() + 128}, {right.begin(), right.begin() + 128},
                   {{"tile", 64}, {"n", 128}}, false),
            "The first tile is right, but the second has wrong values.");
  EXPECT_EQ(
      shared(second, right, {{"tile", 64}, {"block_size", 32}, {"n", 256}}, false),
      "In each tile, the first 32 places are right, one per thread. The wrong keys begin at the threads' "
      "second keys.");
  EXPECT_EQ(
      shared(warps, right, {{"tile", 128}, {"block_size", 128}, {"n", 256}}, false),
      "In each tile, the first 32 places, which are the first warp's, are right. All wrong places come after them.");
  for (int i = 0; i < 256; ++i) later[i] = i % 128 >= 96 ? 5 * i + 1 : 3 * i;
  EXPECT_EQ(shared(later, right, {{"tile", 128}, {"block_size", 48}, {"n", 256}}, false),
            "In each tile, the first 96 places are right, 2 per thread, and all others are wrong.");
  EXPECT_EQ(shared(later, right, {{"tile", 64}, {"n", 7}}, false),
            "288, which belongs at index 96, is nowhere in the result.");
}

}  // namespace
