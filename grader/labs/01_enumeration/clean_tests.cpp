// SPDX-License-Identifier: Apache-2.0
// Lab 01 under the checkers of the simulated device: nothing to find in the kernels, and what they may cost.
#include "lab_test.h"

namespace {

using namespace verifier;
using std::size_t;

// Sorts `keys` under all checkers; what is sorted must be the work of kernels.
template <class T>
answer checked_sort(request sort, const std::vector<T>& keys) {
  const answer a = sort.input("keys", keys).template output<T>("sorted", keys.size()).counted().run();
  expect_clean(a);
  expect_sorted_copy(a.get<T>("sorted"), keys);
  if (!keys.empty()) expect_ran_on_device(a, keys.size() * sizeof(T));
  return a;
}

request direct(int block_size, const std::string& type = "u32") {
  return request("direct_" + type).param("block_size", block_size);
}
request tiled(const std::string& type = "u32") { return request("tiled_" + type); }
request two_level(size_t n, std::int64_t slices, const std::string& type = "u32") {
  return request("two_level_" + type).output<std::uint32_t>("ranks", n).param("slices", slices);
}

}  // namespace

GRADED_TEST(Lab01, DirectKernelIsClean) {
  for (size_t n : {0, 1, 31, 128, 300}) checked_sort(direct(128), uniform<std::uint32_t>(n));
  checked_sort(direct(1024), few_distinct<std::uint32_t>(1025));
  checked_sort(direct(96, "f64"), special_doubles(200));
}

GRADED_TEST(Lab01, TiledKernelIsClean) {
  for (size_t n : {0, 1, 33, 512, 700}) checked_sort(tiled(), uniform<std::uint32_t>(n));
  checked_sort(tiled(), few_distinct<std::uint32_t>(2049));
  checked_sort(tiled("f64"), special_doubles(600));
}

GRADED_TEST(Lab01, TiledKernelReadsEachKeyOncePerBlock) {
  const size_t n = 4096;
  const answer a = checked_sort(tiled(), uniform<std::uint32_t>(n));
  expect_at_most(a, cost::global_load_sectors, n * n / 1024 + n,
                 "n²/1024 + n sectors: each block ranks at least 128 keys, reads every key once, and "
                 "neighbouring threads read neighbouring keys.");
}

GRADED_TEST(Lab01, TwoLevelSortIsClean) {
  for (size_t n : {0, 1, 33, 700}) checked_sort(two_level(n, 2), uniform<std::uint32_t>(n));
  checked_sort(two_level(2049, 7), few_distinct<std::uint32_t>(2049));
  checked_sort(two_level(600, 3, "f64"), special_doubles(600));
}

GRADED_TEST(Lab01, TwoLevelSortAddsOncePerKeyAndSlice) {
  const size_t n = 2048, slices = 3;
  const answer a = checked_sort(two_level(n, slices), uniform<std::uint32_t>(n));
  expect_at_most(a, cost::global_atomics, slices * n,
                 "One atomicAdd for each key and slice: count in a register, add once.");
}
