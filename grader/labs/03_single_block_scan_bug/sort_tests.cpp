// SPDX-License-Identifier: Apache-2.0
// The article's sort is right with one block and wrong with two, until exercise 6 repairs it.
#include <algorithm>
#include <iterator>
#include <string>

#include "checker_report.h"
#include "lab_test.h"
#include "pass_slips.h"
#include "scan_calls.h"

using namespace verifier;
using namespace lab03;

namespace {

named_words keys_of(std::size_t n, int bits) {
  named_words keys = uniform<std::uint32_t>(n);
  if (bits < 32)
    for (std::uint32_t& key : keys) key &= (1u << bits) - 1;
  return keys;
}

request ask_sort(const named_words& keys, int bits, unsigned block_size, bool repaired) {
  request asked("article_sort");
  return asked.in_out("keys", keys)
      .param("bits", bits)
      .param("block_size", block_size)
      .param("repaired", repaired);
}

void expect_sort(request sort, const named_words& keys, int bits) {
  const auto got = sort.run().get<std::uint32_t>("keys");
  expect_sorted_copy(got, keys, slips_of_passes(keys, got, 1, bits));
}

bool is_sorted_copy(const words& got, words keys) {
  std::sort(keys.begin(), keys.end());
  return got == keys;
}

// Returns how many keys are missing in the output.
std::size_t lost(words got, words keys) {
  std::sort(got.begin(), got.end());
  std::sort(keys.begin(), keys.end());
  words missing;
  std::set_difference(keys.begin(), keys.end(), got.begin(), got.end(), std::back_inserter(missing));
  return missing.size();
}

// The scan may return any sums, because its races are the point of the exercise.
void expect_no_place_outside(request sort) {
  checker_report outside;
  const answer checked = sort.checked().run();
  for (const finding& f : checked.findings())
    if (f.kind == "out-of-bounds") outside.findings.push_back(f);
  if (!outside.findings.empty())
    wrong("With wrong sums, the sort stores outside its arrays.\n" + describe_findings(outside));
}

// On a GPU, the order of blocks can't be chosen.
void show_how_often_it_is_wrong(const named_words& keys, int bits, unsigned block_size) {
  constexpr int kRuns = 20;
  int wrong_runs = 0;
  for (int run = 0; run < kRuns; ++run)
    wrong_runs +=
        !is_sorted_copy(ask_sort(keys, bits, block_size, false).run().get<std::uint32_t>("keys"), keys);
  show_remark("The article's sort of " + std::to_string(keys.size()) + " keys in blocks of " +
              std::to_string(block_size) + ": " + std::to_string(wrong_runs) + " of " +
              std::to_string(kRuns) + " runs lose keys.");
}

}  // namespace

GRADED_TEST(Lab03, TheArticlesSortIsRightWithOneBlock) {
  for (const int bits : {1, 4, 9})
    for (const std::size_t n : {0, 1, 2, 31, 256, 1000}) {
      const named_words keys = keys_of(n, bits);
      trial([&] { expect_sort(ask_sort(keys, bits, 1024, false), keys, bits); });
    }
}

GRADED_TEST(Lab03, TheArticlesSortLosesKeysWithTwo) {
  constexpr int kBits = 4;
  if (!on_gpu()) needs_checkers();
  if (on_gpu()) {
    const named_words keys = keys_of(16 * 1024, kBits);
    (void)ask_sort(keys, kBits, 1024, false).run();
    return show_how_often_it_is_wrong(keys, kBits, 1024);
  }
  const named_words keys = keys_of(128, kBits);
  const auto sort = [&](const std::string& schedule) {
    return ask_sort(keys, kBits, 64, false).schedule(schedule).run().get<std::uint32_t>("keys");
  };
  // One block comes first, because with two, a race in the given scan would seem to explain any mistake.
  expect_sorted_copy(ask_sort(keys, kBits, 128, false).run().get<std::uint32_t>("keys"), keys);
  expect_sorted_copy(sort("lockstep"), keys);
  expect_no_place_outside(ask_sort(keys, kBits, 64, false).schedule("fifo"));
  std::string remark = "The article's sort of 128 keys in two blocks: under lockstep, they are sorted";
  for (const std::string schedule : {"fifo", "reverse"}) {
    const auto got = sort(schedule);
    expect_true(
        !is_sorted_copy(got, keys),
        "Under " + schedule +
            ", the keys are sorted, although the article's scan is wrong with two blocks. Does the sort take "
            "all places from `scan`, with blocks of block_size threads?");
    remark += "; under " + schedule + ", " + std::to_string(lost(got, keys)) + " of them are lost";
  }
  show_remark(remark + ".");
}

GRADED_TEST(Lab03, TheArticlesSortIsRepaired) {
  for (const char* schedule : {"fifo", "lockstep", "reverse", "random:1"}) {
    const named_words keys = keys_of(1009, 5);
    trial([&] { expect_sort(ask_sort(keys, 5, 64, true).schedule(schedule), keys, 5); });
  }
  const named_words keys = keys_of(scaled(3001, (1u << 20) + 1), 32);
  expect_sorted_copy(ask_sort(keys, 32, 256, true).run().get<std::uint32_t>("keys"), keys);
}
