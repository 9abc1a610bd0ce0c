// SPDX-License-Identifier: Apache-2.0
// Lab 01: tests of enumeration sort. The oracles sort with std::stable_sort and compare bit by bit.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>

#include "double_keys.h"
#include "lab_test.h"
#include "ranks_model.h"

namespace {

using namespace verifier;
using namespace lab01;
using std::size_t;

const std::string kTies =
    "If two keys are equal, the one with the smaller index comes first. If both get the same rank, one of them "
    "is lost and some element of the result is never written.";

// The message explains a wrong element only if the element itself shows the mistake.
template <class T>
size_t first_wrong(const std::vector<T>& got, const std::vector<T>& expected) {
  return static_cast<size_t>(std::mismatch(expected.begin(), expected.end(), got.begin()).first -
                             expected.begin());
}

// Recognises the result of a rank sort whose comparison or last line is reversed.
template <class T>
std::string other_way_round(const std::vector<T>& got, const std::vector<T>& keys,
                            const std::vector<T>& expected) {
  const bool downwards = std::equal(got.begin(), got.end(), expected.rbegin());
  if (got == keys)
    return downwards
               ? "The keys are in descending order, as they were in `keys`. Does each key go to the place given by its "
                 "rank, and does a rank count the keys that come before it?"
               : "The keys are in the same order as in `keys`. Each must go to the place given by its rank.";
  if (downwards)
    return "The keys are in descending order. A rank counts the keys that come before key i, not the keys that it "
           "comes before.";
  const std::vector<std::uint32_t> ranks = stable_ranks(keys);
  for (size_t i = 0; i < keys.size(); ++i)
    if (got[i] != keys[ranks[i]]) return "";
  return "Element i got keys[rank]. The assignment is sorted[rank] = keys[i]: each key goes to the place given by its "
         "rank.";
}

template <class T>
void expect_sorted(const verifier::keys<T>& got, const std::vector<T>& keys) {
  std::vector<T> expected = keys;
  std::sort(expected.begin(), expected.end());
  if (got != expected)
    if (const std::string turned = other_way_round<T>(got, keys, expected); !turned.empty())
      expect_equal(got, expected, "sorted", turned);
  expect_sorted_copy(got, keys);
}
template <class T>
void expect_sorted(request asked, const std::vector<T>& keys) {
  trial([&] { expect_sorted(asked.run().template get<T>("sorted"), keys); });
}

template <class Keys>
request sort_request(const std::string& exercise, const Keys& keys) {
  using T = typename Keys::value_type;
  request r(exercise + (sizeof(T) == 4 ? "_u32" : "_f64"));
  r.input("keys", keys).template output<T>("sorted", keys.size());
  return r;
}
// Makes a request for a sort, for keys of either type.
const auto host = [](const auto& keys) { return sort_request("host", keys); };
const auto direct = [](const auto& keys, int block_size = 256) {
  return sort_request("direct", keys).param("block_size", block_size);
};
const auto tiled = [](const auto& keys) { return sort_request("tiled", keys); };
const auto two_level = [](const auto& keys, std::int64_t slices = 3) {
  return sort_request("two_level", keys)
      .template output<std::uint32_t>("ranks", keys.size())
      .param("slices", slices);
};

template <class Make>
void expect_every_family(Make make, size_t n) {
  for (const family& f : key_families()) {
    const auto keys = f.make(n);
    trial([&] {
      auto expected = keys;
      std::sort(expected.begin(), expected.end());
      const answer a = make(keys).run();
      const auto got = a.get<std::uint32_t>("sorted");
      const size_t i = first_wrong(got, expected);
      const bool tie = i > 0 && i < n && expected[i] == expected[i - 1];
      const std::string turned = n > 1 ? other_way_round<std::uint32_t>(got, keys, expected) : "";
      expect_equal(got, expected, "sorted", !turned.empty() ? turned : tie ? kTies : "");
    });
  }
}

template <class Make>
void expect_special_doubles(Make make, const std::vector<size_t>& sizes) {
  for (size_t n : sizes)
    for (const auto& keys : {special_doubles(n), distinguishable_ties(n)})
      trial([&] { expect_stable_doubles(make(keys).run().template get<double>("sorted"), keys); });
}

// Checks that a sort refuses the bad arguments that all sorts must refuse.
void expect_bad_arrays_refused(const std::string& exercise, const std::string& extra = "",
                               std::int64_t value = 0) {
  const std::vector<std::uint32_t> keys{3, 1, 2};
  const auto ask = [&] {
    request r(exercise + "_u32");
    if (!extra.empty()) r.param(extra, value);
    if (exercise == "two_level") r.output<std::uint32_t>("ranks", 3);
    return r;
  };
  ask().param("n", 3).null_buffer("keys").output<std::uint32_t>("sorted", 3).run_refused("keys");
  ask().param("n", 3).input("keys", keys).null_buffer("sorted").run_refused("sorted");
  ask()
      .param("n", std::int64_t{1} << 32)
      .input("keys", keys)
      .output<std::uint32_t>("sorted", 3)
      .run_refused("n");
}

// Sorts n keys twice, because the first run loads the kernels. Adds the phases of the second run to the lab's
// table.
template <class Make>
void sort_and_show(const std::string& version, Make make, size_t n) {
  const auto keys = uniform<std::uint32_t>(n);
  make(keys).run();
  const answer a = make(keys).run();
  expect_sorted_copy(a.get<std::uint32_t>("sorted"), keys);
  show_phases(version, n, a.phases());
  show_baselines(baseline::sort, keys);
}

}  // namespace

// ---- 1 ----

GRADED_TEST(Lab01, DirectKernelIsRightAtEverySizeAroundABlock) {
  for (size_t n : sizes_around(256)) {
    const auto keys = uniform<std::uint32_t>(n);
    expect_sorted(direct(keys), keys);
  }
}

GRADED_TEST(Lab01, DirectKernelSortsEveryKindOfInput) {
  expect_every_family(direct, scaled(600, 20011));
  sort_and_show("direct", direct, scaled(8000, 40000));
}

GRADED_TEST(Lab01, DirectKernelRunsWithAnyBlockSizeAndRefusesBadArguments) {
  const auto keys = few_distinct<std::uint32_t>(1025);
  for (int block_size : {1, 31, 32, 100, 128, 512, 1024}) {
    expect_sorted(direct(keys, block_size), keys);
    const auto one_more = uniform<std::uint32_t>(2 * static_cast<size_t>(block_size) + 1);
    expect_sorted(direct(one_more, block_size), one_more);
  }
  for (int block_size : {0, -256, 1025, 2048}) direct(keys, block_size).run_refused("block_size");
  expect_bad_arrays_refused("direct", "block_size", 256);
}

// ---- 2 ----

GRADED_TEST(Lab01, SerialSortKeepsEveryKeyWhenKeysRepeat) {
  for (size_t n : {0, 1, 2, 97}) expect_every_family(host, n);
  expect_bad_arrays_refused("host");
}

GRADED_TEST(Lab01, SerialSortOrdersSpecialDoublesStably) { expect_special_doubles(host, {2, 31, 500}); }

GRADED_TEST(Lab01, DirectKernelOrdersSpecialDoublesStably) { expect_special_doubles(direct, {1, 257, 700}); }

// ---- 3 ----

GRADED_TEST(Lab01, TiledKernelIsRightAtEverySizeAroundATile) {
  for (size_t tile : {32, 128, 256, 512, 1024}) {
    for (size_t n : {tile - 1, tile, tile + 1, 2 * tile + 1}) {
      const auto keys = uniform<std::uint32_t>(n);
      expect_sorted(tiled(keys), keys);
    }
  }
  for (size_t n : {0, 1, 2}) {
    const auto keys = descending<std::uint32_t>(n);
    expect_sorted(tiled(keys), keys);
  }
  expect_bad_arrays_refused("tiled");
}

GRADED_TEST(Lab01, TiledKernelSortsEveryKindOfInput) {
  expect_every_family(tiled, scaled(1300, 20011));
  // The largest key is also the natural padding of a partial tile.
  std::vector<std::uint32_t> keys(777, 0xffffffffu);
  for (size_t i = 0; i < keys.size(); i += 3) keys[i] = 0xfffffffeu;
  expect_sorted(tiled(keys).note("the two greatest keys"), keys);
}

GRADED_TEST(Lab01, TiledKernelOrdersSpecialDoublesStably) {
  expect_special_doubles(tiled, {1, 33, 257, 1500});
}

GRADED_TEST(Lab01, TiledKernelSortsManyBlocks) {
  const auto keys = zipf<std::uint32_t>(scaled(5003, (size_t{1} << 17) + 1));
  expect_sorted(tiled(keys), keys);
  sort_and_show("tiled", tiled, scaled(8000, 40000));
}

// ---- 4 ----

GRADED_TEST(Lab01, RanksAddUpOverAnyNumberOfSlices) {
  const auto keys = few_distinct<std::uint32_t>(scaled(1100, 20011));
  const auto expected = stable_ranks(keys);
  for (int slices : {1, 2, 3, 7, 64, 65535, 0}) {
    trial([&] {
      const answer a = two_level(keys, slices).run();
      expect_equal(
          a.get<std::uint32_t>("ranks"), expected, "ranks",
          "If a rank is too small, it misses a slice or loses a concurrent addition. If it is too large, it "
          "counts a key twice or did not start at 0.");
      expect_sorted(a.get<std::uint32_t>("sorted"), keys);
    });
  }
  two_level(keys, 65536).run_refused("slices");
  two_level(keys, -1).run_refused("slices");
  request("two_level_u32")
      .param("slices", 2)
      .param("n", 3)
      .input("keys", std::vector<std::uint32_t>{3, 1, 2})
      .output<std::uint32_t>("sorted", 3)
      .null_buffer("ranks")
      .run_refused("ranks");
  expect_bad_arrays_refused("two_level", "slices", 2);
}

GRADED_TEST(Lab01, TwoLevelSortIsRightAtEverySize) {
  for (size_t tile : {32, 256, 512}) {
    for (size_t n : sizes_around(tile)) {
      const auto keys = two_values<std::uint32_t>(n);
      trial([&] {
        const answer a = two_level(keys, 5).run();
        expect_equal(a.get<std::uint32_t>("ranks"), stable_ranks(keys), "ranks", kTies);
        expect_sorted(a.get<std::uint32_t>("sorted"), keys);
      });
    }
  }
  expect_every_family(two_level, scaled(700, 20011));
}

GRADED_TEST(Lab01, TwoLevelSortOrdersSpecialDoublesStably) {
  expect_special_doubles(two_level, {1, 257, 1500});
}

GRADED_TEST(Lab01, TwoLevelSortOfFortyThousandKeysShowsItsPhases) {
  sort_and_show(
      "two-level", [](const auto& keys) { return two_level(keys, 0); }, scaled(8000, 40000));
}
