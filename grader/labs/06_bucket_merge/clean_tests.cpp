// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "columns_calls.h"
#include "diagnosis.h"
#include "lab_test.h"

using namespace verifier;
using namespace lab06;

namespace {

// Besides "", which a student's program uses. Most launches have one block, so one call for each is enough.
const char* const kOtherSchedules[] = {"fifo", "lockstep", "reverse", "random:1+warps"};

// Findings come first, because they explain wrong results.
void expect_clean_result(const answer& a, const char* result, const words& expected,
                         bool host_finishes = false) {
  expect_clean(a);
  expect_equal(a.get<word>(result), expected, result);
  if (!expected.empty()) expect_ran_on_device(a, expected.size() * sizeof(word), host_finishes);
}

// Lists that run out at different times, partial last rows, blocks of one and of several warps, and threads
// without a list.
struct call {
  shape s;
  std::size_t n;
};
const std::vector<call> kCalls{{kSourceShape, 0}, {kSourceShape, 1}, {kSourceShape, 165}, {{64, 32}, 70},
                               {{96, 3}, 50},     {{128, 64}, 150},  {{96, 96}, 100}};

constexpr call kOtherCall{{64, 32}, 70};

// Calls check(call, schedule) for each call and each of its schedules.
template <class Check>
void for_each_call(Check check) {
  for (const call& c : kCalls) trial([&] { check(c, ""); });
  for (const char* schedule : kOtherSchedules) trial([&] { check(kOtherCall, schedule); });
}

void expect_clean_merge(const std::string& exercise) {
  for_each_call([&](const call& c, const char* schedule) {
    const auto keys = few_distinct<word>(c.n);
    request asked = ask_merge(exercise, keys, c.s);
    const answer a = asked.schedule(schedule).counted().run();
    expect_clean_result(a, "d_out", sorted(keys));
    if (c.n > 0) expect_block_size(a, c.s.block_size);
  });
}

// ask(keys, block_size) requests one of merge path's sorts. Runs `keys` under all schedules, and uniform keys
// of a few sizes.
template <class Ask>
void expect_clean_sort(Ask ask, const named_words& keys, std::initializer_list<std::size_t> sizes) {
  const auto check = [&](const named_words& some, const char* schedule) {
    expect_clean_result(ask(some, 32).schedule(schedule).counted().run(), "keys", sorted(some));
  };
  check(keys, "");
  for (const char* schedule : kOtherSchedules) check(keys, schedule);
  for (const std::size_t n : sizes) check(uniform<word>(n), "");
}

// Merges 1000 keys in 32 columns, with a block of one warp.
answer expect_barriers(const std::string& exercise, std::size_t for_each_key, const std::string& why) {
  const std::size_t n = 1000;
  const auto keys = uniform<word>(n);
  const answer a = ask_merge(exercise, keys, kSourceShape).schedule("fifo").counted(200000).run();
  expect_equal(a.get<word>("d_out"), sorted(keys), "d_out");
  expect_ran_on_device(a, n * sizeof(word));
  // One thread can do more than the others. This only has to detect merge_1 under another name.
  expect_at_most(a, cost::barriers_per_block, for_each_key * n + 16, why);
  return a;
}

// Only merge_atomic_min needs atomics: with 32 lists, up to 32 per key.
void expect_no_atomic_min(const answer& a) {
  const std::size_t keys = a.get<word>("d_out").size();
  const std::uint64_t atomics = a.total().shared_atomics;
  expect_as_asked(a, atomics <= 8 * keys,
                  "by " + text(atomics) + " atomic operations on shared memory for " + text(keys) +
                      " keys. That is merge_atomic_min, which is another exercise.");
}

// Comparing each key with all others, as in lab 01, loads one word per comparison. A merge of 32 lists loads
// about 200 words per key, and merge path 70.
void expect_no_ranks(const answer& a, std::size_t keys) {
  const kernel_counters all = a.total();
  const std::uint64_t words = (all.global_load.bytes + all.shared_load.bytes) / sizeof(word);
  expect_as_asked(
      a, words < keys * keys / 4,
      "by loading " + text(words) + " words for " + text(keys) +
          " keys. Each key was compared with most of the others, as in lab 01, instead of being merged.");
}

// In most steps, all lists still have a key.
answer merged_4096(const std::string& exercise) {
  const auto keys = uniform<word>(kElements);
  const answer a = ask_merge(exercise, keys, kSourceShape).counted().run();
  expect_equal(a.get<word>("d_out"), sorted(keys), "d_out");
  expect_ran_on_device(a, keys.size() * sizeof(word));
  expect_no_ranks(a, keys.size());
  return a;
}

// If threads of several warps agree on a key in each step, there is a barrier in each step.
void expect_step_by_step(const std::string& exercise) {
  const std::size_t n = 200;
  const auto keys = uniform<word>(n);
  const answer a = ask_merge(exercise, keys, {128, 128}).counted().run();
  expect_equal(a.get<word>("d_out"), sorted(keys), "d_out");
  expect_ran_on_device(a, n * sizeof(word));
  const std::size_t met = a.total().most_barriers;
  expect_as_asked(
      a, met >= n / 2,
      "with " + text(met) + " barriers in a block of 4 warps for " + text(n) + " keys. In " + exercise +
          ", each list has its own thread, and in each step all these threads must agree on one key.");
}

// Another merge than the requested one gives the same keys, but with another number of barriers. The columns
// may have a few in each of their 32 passes.
void expect_its_own_merge(const answer& sort, const std::string& merge, const named_words& keys, shape s) {
  constexpr std::size_t kFew = 8, kOfColumns = 160;
  const std::size_t in_sort = sort.total().most_barriers;
  const std::size_t alone = ask_merge(merge, keys, s).counted().run().total().most_barriers;
  expect_true(in_sort + kFew >= alone && in_sort <= alone + kOfColumns,
              "The keys are sorted, but not by " + merge + ": a block has " + text(in_sort) +
                  " barriers, but " + text(alone) + " in " + merge +
                  " by itself, for the same keys. `how` says which merge must finish the sort.");
}

// The host could sort the keys from scratch. If no thread makes passes over many keys, and the kernel does
// only a small part of the work of sort_columns, it leaves the columns unsorted.
void expect_columns_before_the_host() {
  constexpr shape kFewColumns{96, 3};
  const auto keys = uniform<word>(600);
  const answer sort = ask_sort_4096(keys, kFewColumns, 0).counted().run();
  expect_equal(sort.get<word>("keys"), sorted(keys), "keys");
  const std::uint64_t in_sort = sort.total().work;
  const std::uint64_t alone = ask_columns(keys, kFewColumns).counted().run().total().work;
  expect_true(sort.total().span >= keys.size() || in_sort >= alone / 4,
              "The keys are sorted, but by the host alone: with finish::cpu, the kernel takes " +
                  text(in_sort) + " steps, but sort_columns takes " + text(alone) +
                  " for the same keys. The kernel must leave sorted columns.");
}

}  // namespace

GRADED_TEST(Lab06, CopyInIsClean) {
  const auto check = [](std::size_t n, const char* schedule) {
    const auto keys = uniform<word>(n);
    request asked = ask_copy(keys, 96);
    const answer a = asked.schedule(schedule).counted().run();
    expect_clean_result(a, "d_out", keys);
    if (n >= 96) expect_block_size(a, 96);
  };
  for (const std::size_t n : {0, 1, 33, 1009, 4096}) check(n, "");
  for (const char* schedule : kOtherSchedules) check(300, schedule);
}

GRADED_TEST(Lab06, CopyInIsCoalesced) {
  constexpr std::size_t kWordsPerSector = 8;
  const auto keys = uniform<word>(kElements);
  const answer a = ask_copy(keys, 128).schedule("fifo").counted(1200).run();
  expect_equal(a.get<word>("d_out"), keys, "d_out");
  expect_ran_on_device(a, kElements * sizeof(word));
  expect_true(
      a.total().shared_store.bytes >= kElements * sizeof(word),
      "The result is right, but the keys did not go through shared memory, which is the point of this "
      "exercise.");
  const std::string why =
      "That is each key once, with 8 keys in a 32-byte sector, if neighbouring threads take neighbouring keys.";
  expect_at_most(a, cost::global_load_sectors, kElements / kWordsPerSector, why);
  expect_at_most(a, cost::global_store_sectors, kElements / kWordsPerSector, why);
}

GRADED_TEST(Lab06, ColumnsAreClean) {
  for_each_call([](const call& c, const char* schedule) {
    const auto keys = uniform<word>(c.n);
    request asked = ask_columns(keys, c.s);
    const answer a = asked.schedule(schedule).counted().run();
    expect_clean_result(a, "d_keys", with_sorted_columns(keys, c.s.columns));
  });
}

GRADED_TEST(Lab06, ColumnsHaveNoBankConflicts) {
  const auto keys = uniform<word>(1024);
  const answer a = ask_columns(keys, kSourceShape).schedule("fifo").counted(70000).run();
  expect_equal(a.get<word>("d_keys"), with_sorted_columns(keys, kSourceShape.columns), "d_keys");
  expect_ran_on_device(a, keys.size() * sizeof(word));
  expect_at_most(
      a, cost::bank_conflicts, 1024,
      "With 32 columns, row * 32 + c is in bank c, whatever the row. So a thread that stays in its column "
      "never conflicts with another thread.");
}

GRADED_TEST(Lab06, MergeByOneThreadIsClean) {
  expect_clean_merge("merge_1");
  const answer a = merged_4096("merge_1");
  const std::uint64_t all = a.total().work, one = a.total().span;
  expect_as_asked(
      a, all <= 8 * one,
      "no more than " + text(one) + " of all " + text(all) +
          " steps come one after another. In merge_1, one thread must go through all heads, as a baseline "
          "for the other merges.");
}
GRADED_TEST(Lab06, AtomicMinIsClean) { expect_clean_merge("merge_atomic_min"); }
GRADED_TEST(Lab06, ReductionIsClean) { expect_clean_merge("merge_reduction"); }
GRADED_TEST(Lab06, GroupsAreClean) { expect_clean_merge("merge_reduction_modified"); }

GRADED_TEST(Lab06, AtomicMinStaysInItsBudget) {
  const answer a = expect_barriers(
      "merge_atomic_min", 4,
      "4 per key: after the reset, after the search for the least key, after the choice of its list, and at "
      "the end.");
  const std::size_t keys = a.get<word>("d_out").size();
  expect_as_asked(
      a, a.total().shared_atomics >= keys,
      "with " + text(a.total().shared_atomics) + " atomic operations on shared memory for " + text(keys) +
          " keys. In each step, every thread that has a head must pass it to an atomicMin in shared memory.");
  merged_4096("merge_atomic_min");
  expect_step_by_step("merge_atomic_min");
}

GRADED_TEST(Lab06, ReductionStaysInItsBudget) {
  expect_no_atomic_min(expect_barriers("merge_reduction", 8,
                                       "8 per key: 5 for the steps of the reduction, and 3 around them."));
  merged_4096("merge_reduction");
  expect_step_by_step("merge_reduction");
}

GRADED_TEST(Lab06, GroupsStayInTheirBudget) {
  expect_no_atomic_min(expect_barriers(
      "merge_reduction_modified", 4,
      "4 per key: groups shorten the chain of steps that wait for each other. Lanes of a warp "
      "need no barrier at all."));
  merged_4096("merge_reduction_modified");
}

GRADED_TEST(Lab06, SortIsClean) {
  const auto check = [](const call& c, std::size_t finish, const char* schedule) {
    const auto keys = few_distinct<word>(c.n);
    request asked = ask_sort_4096(keys, c.s, finish);
    const answer a = asked.schedule(schedule).counted().run();
    expect_clean_result(a, "keys", sorted(keys), finish == 0);
    if (c.n >= c.s.block_size) expect_block_size(a, c.s.block_size);
    expect_at_most(a, cost::launches, 1, "One kernel copies the keys in, sorts the columns and merges them.");
    if (finish > 0) expect_its_own_merge(a, kFinishes[finish], keys, c.s);
  };
  for (std::size_t finish = 0; finish < kFinishes.size(); ++finish) {
    check({kSourceShape, 101}, finish, "");
    check({{96, 48}, 70}, finish, "");
  }
  for (const char* schedule : kOtherSchedules) check(kOtherCall, 4, schedule);
  expect_columns_before_the_host();
}

GRADED_TEST(Lab06, BlockSortIsClean) {
  expect_clean_sort(ask_sort_block, few_distinct<word>(300), {0, 1, 33, 511, 512});
  const auto keys = uniform<word>(3000);
  const answer a = ask_sort_block(keys, 256).counted().run();
  expect_clean_result(a, "keys", sorted(keys));
  expect_block_size(a, 256);
}

GRADED_TEST(Lab06, BlockSortStaysInItsBudget) {
  const auto keys = uniform<word>(kElements);
  const answer a = ask_sort_block(keys, 256).schedule("fifo").counted(20000).run();
  expect_equal(a.get<word>("keys"), sorted(keys), "keys");
  expect_ran_on_device(a, keys.size() * sizeof(word));
  expect_no_ranks(a, keys.size());
  expect_span(a, 15000, "In each round, all threads merge, and each merges the same number of keys.");
  expect_at_most(
      a, cost::bank_conflicts, 12000,
      "Threads whose keys are 16 apart all use the same two banks, unless the places are padded by one word in "
      "32.");
}

GRADED_TEST(Lab06, AnySizeIsClean) {
  expect_clean_sort(ask_sort_any, few_distinct<word>(1700), {0, 1, 33, 511, 512, 513});
}

GRADED_TEST(Lab06, AnySizeStaysInItsBudget) {
  const auto keys = uniform<word>(5003);
  const answer a = ask_sort_any(keys, 32).schedule("fifo").counted(35000).run();
  expect_equal(a.get<word>("keys"), sorted(keys), "keys");
  expect_ran_on_device(a, keys.size() * sizeof(word));
  expect_no_ranks(a, keys.size());
  expect_at_most(
      a, cost::device_memory, keys.size() / kItems * sizeof(word) + 4096,
      "Besides d_keys and d_scratch, the only memory needed is for the places where slices begin: one word per 16 "
      "keys, and 4 KiB.");
}
