// SPDX-License-Identifier: Apache-2.0
#include "checker_report.h"
#include "lab_test.h"

namespace {

using namespace verifier;
using std::size_t;

// The most steps of one thread per key. In the direct kernel, the reference takes 4, honest variants take at
// most 13, and a thread that sorts keys of an unknown distribution takes more than 20. In the other kernels,
// the reference takes up to 36, so a serial sort is hardly longer.
constexpr std::uint64_t kDirectSpan = 20, kSpan = 120;
template <class T>
answer counted_sort(request sort, const verifier::keys<T>& keys, bool clean = false,
                    std::uint64_t span_by_key = kSpan) {
  const answer a = sort.input("keys", keys)
                       .template output<T>("sorted", keys.size())
                       .counted(keys.size() >= 300 ? span_by_key * keys.size() : 0)
                       .run();
  if (clean) expect_clean(a);  // findings explain wrong results
  expect_sorted_copy(a.get<T>("sorted"), keys);
  if (!keys.empty()) expect_ran_on_device(a, keys.size() * sizeof(T));
  return a;
}
template <class T>
void expect_clean_sort(const request& sort, const verifier::keys<T>& keys,
                       std::uint64_t span_by_key = kSpan) {
  counted_sort(sort, keys, true, span_by_key);
}

// Keys around a few numbers, with deviations of different sizes. A thread that knows the distribution can
// sort with one pass over buckets, which takes hardly longer than a thread of the direct kernel.
std::vector<std::uint32_t> in_unknown_clusters(size_t n) {
  constexpr size_t kClusters = 8;
  const auto at = uniform<std::uint32_t>(kClusters), width = uniform<std::uint32_t>(kClusters);
  std::vector<std::uint32_t> keys = uniform<std::uint32_t>(n);
  for (size_t i = 0; i < n; ++i) keys[i] = at[i % kClusters] + (keys[i] >> (4 + width[i % kClusters] % 20));
  return keys;
}

// The limits are those in the lab's README. No memory is allowed besides the given arrays.
void expect_no_more_memory(const answer& a) {
  expect_at_most(a, cost::device_memory, 0,
                 "This sort needs no memory besides the keys, the result and the ranks.");
}

// In exercise 1's kernel, each warp loads every key from global memory, and each load takes a sector.
void expect_tiles_in_shared_memory(const answer& a, size_t n) {
  const kernel_counters all = a.total();
  const std::uint64_t sectors = all.global_load.transactions;
  const std::uint64_t shared = all.shared_load.bytes / sizeof(std::uint32_t);
  expect_as_asked(
      a, sectors < n * n / 64 || shared >= n * n / 64,
      "by " + std::to_string(sectors) + " sectors loaded from global memory for " + std::to_string(n) +
          " keys. Each warp loads all keys itself, as in exercise 1. Here, a block must pass them "
          "through shared memory.");
}

// Ranks that were not added up with atomics come from another exercise's kernel. One launch per slice needs
// no atomics.
void expect_ranks_added_up(const answer& a, size_t n, size_t slices) {
  const kernel_counters all = a.total();
  expect_as_asked(
      a, all.global_atomics >= n / 2 || all.launches > slices,
      "with " + std::to_string(all.global_atomics) + " additions to the ranks of " + std::to_string(n) +
          " keys in " + std::to_string(slices) +
          " slices. Here, each slice must have its own blocks, and their ranks must be added up.");
}

request direct(int block_size, const std::string& type = "u32") {
  return request("direct_" + type).param("block_size", block_size);
}
request tiled(const std::string& type = "u32") { return request("tiled_" + type); }
request two_level(size_t n, std::int64_t slices, const std::string& type = "u32") {
  return request("two_level_" + type).output<std::uint32_t>("ranks", n).param("slices", slices);
}

// Table 1 compares block sizes, so each launch must have the requested size.
void expect_blocks_of(unsigned block_size, size_t n) {
  const answer a =
      counted_sort(direct(static_cast<int>(block_size)), few_distinct<std::uint32_t>(n), true, kDirectSpan);
  expect_block_size(a, block_size);
}

}  // namespace

GRADED_TEST(Lab01, DirectKernelIsClean) {
  for (size_t n : {300, 0, 1, 31, 128})
    expect_clean_sort<std::uint32_t>(direct(128), in_unknown_clusters(n), kDirectSpan);
  expect_blocks_of(1024, 1025);
  expect_clean_sort(direct(96), few_distinct<std::uint32_t>(200));
}

GRADED_TEST(Lab01, TiledKernelIsClean) {
  for (size_t n : {700, 0, 1, 33, 512}) expect_clean_sort(tiled(), uniform<std::uint32_t>(n));
  expect_clean_sort(tiled(), few_distinct<std::uint32_t>(2049));
  expect_clean_sort(tiled("f64"), special_doubles(600));
}

GRADED_TEST(Lab01, TiledKernelReadsEachKeyOncePerBlock) {
  const size_t n = 2048;  // if each warp loads all keys, more would take too long on a slow machine
  const answer a = counted_sort(tiled(), uniform<std::uint32_t>(n));
  expect_tiles_in_shared_memory(a, n);
  expect_at_most(a, cost::global_load_sectors, n * n / 1024 + n,
                 "n²/1024 + n sectors: each block ranks about 128 keys or more, reads every key once, and "
                 "neighbouring threads read neighbouring keys.");
  expect_no_more_memory(a);
}

GRADED_TEST(Lab01, TwoLevelSortIsClean) {
  for (size_t n : {1300, 0, 1, 33}) expect_clean_sort(two_level(n, 1), uniform<std::uint32_t>(n));
  expect_clean_sort(two_level(2049, 2), few_distinct<std::uint32_t>(2049));
  expect_clean_sort(two_level(600, 3, "f64"), special_doubles(600));
}

GRADED_TEST(Lab01, TwoLevelSortAddsOncePerKeyAndSlice) {
  const size_t n = 2048, slices = 3;
  const answer a = counted_sort(two_level(n, slices), uniform<std::uint32_t>(n));
  expect_at_most(a, cost::global_atomics, slices * n,
                 "One atomicAdd per key and slice: count in a register, then add once.");
  expect_no_more_memory(a);
  const size_t more = 4097;  // several slices, however large the tiles are
  expect_ranks_added_up(counted_sort(two_level(more, slices), uniform<std::uint32_t>(more)), more, slices);
}
