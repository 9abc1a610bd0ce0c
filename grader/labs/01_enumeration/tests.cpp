// SPDX-License-Identifier: Apache-2.0
// The oracles sort with std::stable_sort and compare bit by bit.
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

// The ranks that common mistakes give.
struct wrong_ranks {
  std::vector<std::uint32_t> ties_share, ties_reversed, counts_itself, all_equal;

  template <class T>
  explicit wrong_ranks(const std::vector<T>& keys) {
    std::vector<T> sorted = keys;
    std::sort(sorted.begin(), sorted.end(), is_less<T>);
    const std::vector<std::uint32_t> right = stable_ranks(keys);
    for (size_t i = 0; i < keys.size(); ++i) {
      const auto [first, end] = std::equal_range(sorted.begin(), sorted.end(), keys[i], is_less<T>);
      const auto below = static_cast<std::uint32_t>(first - sorted.begin()),
                 up_to = static_cast<std::uint32_t>(end - sorted.begin());
      ties_share.push_back(below);
      ties_reversed.push_back(below + (up_to - 1 - right[i]));
      counts_itself.push_back(right[i] + 1);
      all_equal.push_back(up_to);
    }
  }
};

const std::string kShare =
    "Equal keys get the same rank. If two keys are equal, the one with the smaller index comes first.";

std::vector<slip> slips_of_ranks(const std::vector<std::uint32_t>& keys,
                                 const std::vector<std::uint32_t>& got) {
  const wrong_ranks wrong(keys);
  return {
      {"ties share", got == wrong.ties_share, kShare},
      {"ties reversed", got == wrong.ties_reversed,
       "If two keys are equal, the one with the greater index comes first. It must be the one with the "
       "smaller index."},
      {"itself", got == wrong.counts_itself, "Each key counts itself among the keys before it."},
      {"all equal", got == wrong.all_equal,
       "Each rank counts all equal keys, the key itself included. It must count only equal keys with a smaller "
       "index."}};
}

// Returns what a sort leaves in the output if it moves keys to these ranks.
template <class T>
std::vector<T> moved(const verifier::keys<T>& got, const std::vector<T>& keys,
                     const std::vector<std::uint32_t>& ranks) {
  std::vector<T> out(keys.size());
  if (got.before_call != nullptr) std::memcpy(out.data(), got.before_call.get(), out.size() * sizeof(T));
  for (size_t i = 0; i < keys.size(); ++i)
    if (ranks[i] < out.size()) out[ranks[i]] = keys[i];
  return out;
}

template <class T>
std::vector<slip> slips_of_sort(const verifier::keys<T>& got, const std::vector<T>& keys,
                                const std::vector<T>& expected) {
  const std::vector<std::uint32_t> ranks = stable_ranks(keys);
  std::vector<T> gathered;
  for (const std::uint32_t rank : ranks) gathered.push_back(keys[rank]);
  const wrong_ranks wrong(keys);
  return {
      {"descending", std::equal(got.begin(), got.end(), expected.rbegin()),
       "The keys are in descending order. A rank counts the keys that come before key i, not those that come "
       "after it."},
      {"unmoved", got == keys,
       "The keys are in the same order as in `keys`. Each must go to the place given by its rank."},
      {"gathered", got == gathered,
       "Element i got keys[rank]. The assignment is sorted[rank] = keys[i]: each key goes to the place given by "
       "its rank."},
      {"itself", got == moved(got, keys, wrong.counts_itself),
       "Each key counts itself among the keys before it, so every key goes one place too far."},
      {"ties share", got == moved(got, keys, wrong.ties_share),
       kShare + " Here, only one of several equal keys survives, and some elements of the result are never "
                "written."},
      {"all equal", got == moved(got, keys, wrong.all_equal),
       "Each rank counts all equal keys, the key itself included, so every key goes too far."}};
}

template <class T>
void expect_sorted(const verifier::keys<T>& got, const std::vector<T>& keys) {
  std::vector<T> expected = keys;
  std::sort(expected.begin(), expected.end());
  if (got != expected) expect_sorted_copy(got, keys, slips_of_sort<T>(got, keys, expected));
}
void expect_ranks(const answer& a, const std::vector<std::uint32_t>& keys) {
  const auto got = a.get<std::uint32_t>("ranks");
  const std::vector<std::uint32_t> right = stable_ranks(keys);
  if (got != right) expect_equal(got, right, "ranks", known{slips_of_ranks(keys, got), "", "sorted"});
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
    expect_sorted<std::uint32_t>(make(keys), keys);
  }
}

template <class Make>
void expect_special_doubles(Make make, const std::vector<size_t>& sizes) {
  for (size_t n : sizes)
    for (const auto& keys : {special_doubles(n), distinguishable_ties(n)})
      trial([&] { expect_stable_doubles(make(keys).run().template get<double>("sorted"), keys); });
}

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

// Sorts n keys twice, because the first run loads the kernels, and shows the second run's phases.
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

GRADED_TEST(Lab01, SerialSortKeepsEveryKeyWhenKeysRepeat) {
  for (size_t n : {0, 1, 2, 97}) expect_every_family(host, n);
  expect_bad_arrays_refused("host");
}

GRADED_TEST(Lab01, SerialSortOrdersSpecialDoublesStably) { expect_special_doubles(host, {2, 31, 500}); }

GRADED_TEST(Lab01, DirectKernelOrdersSpecialDoublesStably) { expect_special_doubles(direct, {1, 257, 700}); }

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

GRADED_TEST(Lab01, RanksAddUpOverAnyNumberOfSlices) {
  const auto keys = few_distinct<std::uint32_t>(scaled(1100, 20011));
  for (int slices : {1, 2, 3, 7, 64, 65535, 0}) {
    trial([&] {
      const answer a = two_level(keys, slices).run();
      expect_ranks(a, keys);
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
        expect_ranks(a, keys);
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
