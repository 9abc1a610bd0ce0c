// SPDX-License-Identifier: Apache-2.0
// Findings come first, because they explain wrong results.
#include "hybrid_calls.h"

using namespace verifier;
using namespace lab08;

namespace {

const std::vector<std::string> kSchedules{"", "reverse", "random:1", "random:2"};

// With a look-back, the kernel that moves the pairs also publishes counts. A kernel that stores only the
// pairs got the counts from earlier kernels, as in lab 04.
void expect_look_back() {
  const pairs in = numbered(uniform<u32>(60013));
  const std::uint64_t array = in.keys.size() * sizeof(u32);
  const answer a = ask_sweep(in, 8).counted().run();
  expect_pairs(a, "d_out_keys", "d_out_values", ordered(in, 8), 8);
  const auto& kernels = a.counters();
  const auto moves = [&](const kernel_counters& k) { return k.global_store.bytes >= array; };
  const auto tells = [&](const kernel_counters& k) {
    return moves(k) && (k.global_store.bytes % array != 0 || k.global_atomics > 0);
  };
  expect_as_asked(
      a,
      std::none_of(kernels.begin(), kernels.end(), moves) ||
          std::any_of(kernels.begin(), kernels.end(), tells),
      "the kernel that moves the pairs passes no counts on to other blocks. All counts were added up "
      "by earlier kernels, as in lab 04. Here, a tile must look back in the kernel that moves the pairs.");
}

words skewed(std::size_t n) {
  words keys = uniform<u32>(n);
  for (std::size_t i = 0; i < n; i += 2) keys[i] = 0x00420000u | (keys[i] & 0x3ff);
  return keys;
}

}  // namespace

GRADED_TEST(Lab08, RanksAreClean) {
  const auto keys = uniform<u32>(8000);  // handling a tile in one thread is slow, but allowed
  const cut c{0, 8, 128, 400};
  for (const std::string& schedule : kSchedules) {
    const answer a = ask_ranks(keys, c).schedule(schedule).counted(8000).run();
    expect_clean(a);
    expect_equal(a.get<u32>("d_ranks"), ranks_of(keys, c), "d_ranks");
    expect_ran_on_device(a, keys.size() * sizeof(u32));
  }
  // Two digit values, so that going through the tile once per digit is not penalised.
  const cut large{0, 1, 256, 4096};
  const auto many = uniform<u32>(2 * large.tile);
  const answer a = ask_ranks(many, large).counted().run();
  expect_equal(a.get<u32>("d_ranks"), ranks_of(many, large), "d_ranks");
  expect_at_most(
      a, cost::words_loaded, 256 * many.size(),
      "That is 256 per key. Reading all earlier keys for each key takes 2048 per key. A warp match compares 32 keys at "
      "once, and counters hold the earlier counts.");
  expect_span(a, 3000, "All threads of a block rank its tile together.");
}

GRADED_TEST(Lab08, SweepIsClean) {
  const pairs in = numbered(uniform<u32>(21000));
  for (const std::string& schedule : kSchedules) {
    const answer a = ask_sweep(in, 8).schedule(schedule).counted(35000).run();
    expect_clean(a);
    expect_pairs(a, "d_out_keys", "d_out_values", ordered(in, 8), 8);
    expect_ran_on_device(a, 2 * in.keys.size() * sizeof(u32));
  }
  expect_look_back();
}

GRADED_TEST(Lab08, SplitIsClean) {
  const words keys = skewed(20000);
  for (const std::string& schedule : kSchedules) {
    const answer a = ask_split(keys).schedule(schedule).counted(12000).run();
    expect_clean(a);
    expect_split(a, keys);
    expect_ran_on_device(a, keys.size() * sizeof(u32));
  }
}

GRADED_TEST(Lab08, SplitStoresNeighboursTogether) {
  const auto keys = uniform<u32>(65536);
  const answer a = ask_split(keys).counted(24000).run();
  expect_split(a, keys);
  expect_ran_on_device(a, keys.size() * sizeof(u32));
  expect_at_most(a, cost::launches, 1,
                 "One kernel is enough: no counts are needed, because the cursors are given.");
  expect_at_most(a, cost::global_store_sectors, keys.size() / 2,
                 "That is half a sector per key. A key that is stored alone takes a whole sector.");
}

GRADED_TEST(Lab08, CountsAreClean) {
  const words keys = skewed(70000);
  const answer a = ask_counts(keys).counted(20000).run();
  expect_clean(a);
  expect_equal(a.get<u32>("d_counts"), counts_of(keys), "d_counts");
  const words right = counts_of(keys);  // zeros can come from cudaMemset
  const auto zeros = static_cast<std::size_t>(std::count(right.begin(), right.end(), 0u));
  expect_ran_on_device(a, (right.size() - zeros) * sizeof(u32));
  // There are enough keys for counters in shared memory to pay off.
  words few = uniform<u32>(500000);
  for (u32& key : few) key &= 0x0007ffff;
  const answer crowded = ask_counts(few).counted().run();
  expect_equal(crowded.get<u32>("d_counts"), counts_of(few), "d_counts");
  expect_at_most(
      crowded, cost::global_atomics, few.size() / 8,
      "That is one per 8 keys, and all keys are in 8 buckets. Count in shared memory first, and add each counter to "
      "global memory once.");
}

GRADED_TEST(Lab08, BucketsAreClean) {
  const auto low = uniform<u32>(4000);
  const buckets many =
      buckets_of(std::vector<std::size_t>(40, 600), [&](std::size_t k) { return low[k % low.size()]; });
  const buckets plain = buckets_of({1500, 0, 40, 4000}, [&](std::size_t k) { return low[k]; });
  const buckets crowded =
      buckets_of({300, 2500}, [&](std::size_t k) { return k % 5 == 0 ? low[k] : low[k] % 50; });
  const auto expect_sorted = [](const buckets& b, std::uint64_t most_span) {
    const answer a = ask_buckets(b).counted(most_span).run();
    expect_clean(a);
    expect_equal(a.get<u32>("d_keys"), b.sorted(), "d_keys");
    expect_ran_on_device(a, b.keys.size() * sizeof(u32));
  };
  const buckets largest = buckets_of({kMaxBucket}, [&](std::size_t k) { return low[k % low.size()]; });
  expect_sorted(many, 70000);
  expect_sorted(largest, 0);
  expect_sorted(plain, 0);
  expect_sorted(crowded, 0);
  const buckets large = buckets_of({2000, 2000}, [&](std::size_t k) { return low[k]; });
  const answer a = ask_buckets(large).counted().run();
  expect_equal(a.get<u32>("d_keys"), large.sorted(), "d_keys");
  expect_at_most(
      a, cost::words_loaded, 512 * large.keys.size(),
      "That is 512 per key, in buckets of 2000. Comparing each key with all others loads 2000 per key. Split the bucket "
      "into bins of a few keys first.");
}

GRADED_TEST(Lab08, SortIsClean) {
  constexpr std::size_t kMany = 20000;
  for (const std::size_t n : {kMany, std::size_t{3000}, std::size_t{9000}, std::size_t{40000}}) {
    const words keys = skewed(n);
    const answer a = ask_sort(keys).schedule("reverse").counted(n == kMany ? 60000 : 0).run();
    expect_clean(a);
    expect_sorted_copy(a.get<u32>("keys"), keys);
    expect_ran_on_device(a, keys.size() * sizeof(u32));
  }
}

GRADED_TEST(Lab08, SortStaysInItsBudget) {
  const auto keys = uniform<u32>(70000);
  const answer a = ask_sort(keys).counted(100000).run();
  expect_sorted_copy(a.get<u32>("keys"), keys);
  expect_ran_on_device(a, keys.size() * sizeof(u32));
  expect_at_most(
      a, cost::launches, 10,
      "That covers the counts, the starts of the buckets, two splits, the buckets, and three launches for "
      "buckets that are too large.");
  expect_span(a, 18000, "No thread has more than a few keys of a tile or a bucket.");
  expect_at_most(a, cost::device_memory, 1 << 20,
                 "Besides keys and scratch, that is a few words per bucket for counters, places and lists.");
}
