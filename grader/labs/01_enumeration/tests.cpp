// SPDX-License-Identifier: Apache-2.0
// Lab 01: tests of enumeration sort. Each oracle sorts with std::stable_sort and compares bit for bit.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>

#include "checker_report.h"
#include "lab_test.h"
#include "ranks_model.h"
#include "tables.h"

namespace {

using namespace verifier;
using namespace lab01;
using std::size_t;

const std::string kTies =
    "Of two equal keys, the one with the smaller index comes first; if both get one rank, one of them is "
    "lost and some element of the result is never written.";
const std::string kSpecial =
    "-0.0 equals +0.0, so they keep their first order; NaN comes after everything, NaN among themselves in "
    "their first order. `<` alone is false whenever a NaN takes part, so NaN needs a rule of its own.";
const std::string kEqual =
    "f two equal keys, the one with the smaller index comes first. -0.0 equals +0.0, and every NaN equals every "
    "other NaN.";

std::vector<std::uint64_t> bits_of(const std::vector<double>& values) {
  std::vector<std::uint64_t> bits(values.size());
  if (!values.empty()) std::memcpy(bits.data(), values.data(), values.size() * sizeof(double));
  return bits;
}

std::vector<double> stably_sorted(std::vector<double> keys) {
  std::stable_sort(keys.begin(), keys.end(), is_less<double>);
  return keys;
}

// What a wrong element means is only said where the element itself shows it.
template <class T>
size_t first_wrong(const std::vector<T>& got, const std::vector<T>& expected) {
  return static_cast<size_t>(std::mismatch(expected.begin(), expected.end(), got.begin()).first -
                             expected.begin());
}

// What a rank sort gives if its comparison, or its last line, is the other way round.
template <class T>
std::string other_way_round(const std::vector<T>& got, const std::vector<T>& keys,
                            const std::vector<T>& expected) {
  const bool downwards = std::equal(got.begin(), got.end(), expected.rbegin());
  if (got == keys)
    return downwards
               ? "The keys are in descending order, as they were in `keys`. Does each go to the place that its rank "
                 "says, and does a rank count the keys that come before it?"
               : "The keys are in the order that they had in `keys`: each goes to the place that its rank says.";
  if (downwards)
    return "The keys are in descending order: a rank counts the keys that come before key i, not those that it "
           "comes before.";
  const std::vector<std::uint32_t> ranks = stable_ranks(keys);
  for (size_t i = 0; i < keys.size(); ++i)
    if (got[i] != keys[ranks[i]]) return "";
  return "Element i has got keys[rank]. It is sorted[rank] = keys[i]: each key goes to the place that its rank says.";
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

// Bit for bit, so that signed zeros and the payloads of NaN show whether the sort is stable.
void expect_stable_doubles(const verifier::keys<double>& got, const std::vector<double>& keys,
                           const std::string& name = "sorted", const std::string& meaning = "") {
  const std::vector<double> expected = stably_sorted(keys);
  for (size_t i = 0; i < expected.size(); ++i) {
    if (std::isnan(got[i]) ? std::isnan(expected[i]) : got[i] == expected[i]) continue;
    const bool special = std::isnan(got[i]) || std::isnan(expected[i]) || expected[i] == 0;
    expect_equal(got, expected, name, special && meaning.empty() ? kSpecial : meaning);
  }
  std::vector<double> reversed(keys.rbegin(), keys.rend());
  const bool backwards = bits_of(got) == bits_of(stably_sorted(reversed));
  expect_equal(bits_of(got), bits_of(expected), "in bits, " + name,
               (backwards ? "Equal keys are in reverse order: o" : "O") + kEqual);
}

// Keys whose equal ones differ in their bits: signed zeros, and NaN that are numbered from the last one on,
// some of them with their sign bit set, as 0.0 / 0.0 is on many processors.
verifier::keys<double> distinguishable_ties(size_t n) {
  const auto draw = uniform<std::uint32_t>(n);
  verifier::keys<double> keys(n);
  for (size_t i = 0; i < n; ++i) {
    const std::uint64_t nan_bits = (std::uint64_t{draw[i] / 6 % 2 == 0 ? 0x7ff8u : 0xfff8u} << 48) | (n - i);
    double nan;
    std::memcpy(&nan, &nan_bits, sizeof nan);
    const double denormal = std::numeric_limits<double>::denorm_min() * static_cast<double>(draw[i] % 7);
    const double infinity = draw[i] % 4 < 2 ? INFINITY : -INFINITY,
                 ordinary = static_cast<double>(draw[i]) - 2e9;
    keys[i] = std::array<double, 6>{-0.0, 0.0, nan, denormal, infinity, ordinary}[draw[i] % 6];
  }
  return keys;
}

template <class Keys>
request sort_request(const std::string& exercise, const Keys& keys) {
  using T = typename Keys::value_type;
  request r(exercise + (sizeof(T) == 4 ? "_u32" : "_f64"));
  r.input("keys", keys).template output<T>("sorted", keys.size());
  return r;
}
// What makes a request of each sort, for keys of both types.
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

// Bad arguments that all sorts share.
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

// Sorts n keys twice (the first run loads the kernels) and adds the phases of the second to the lab's table.
template <class Make>
void sort_and_show(const std::string& version, Make make, size_t n) {
  const auto keys = uniform<std::uint32_t>(n);
  make(keys).run();
  const answer a = make(keys).run();
  expect_sorted_copy(a.get<std::uint32_t>("sorted"), keys);
  show_phases(version, n, a.phases());
  show_baselines(baseline::sort, keys);
}

// What a table has where a measured time should be: what was there before the call is not worth showing.
std::string what_time_is(const verifier::keys<double>& times, size_t i) {
  double old = 0;
  if (times.before_call != nullptr) std::memcpy(&old, times.before_call.get() + i * sizeof old, sizeof old);
  if (times.before_call != nullptr && std::memcmp(&old, &times[i], sizeof old) == 0)
    return "was never stored";
  char text[32];
  std::snprintf(text, sizeof text, "is %g", times[i]);
  return text;
}
std::string how_to_measure(double time) {
  return time == 0 ? ". measure() adds up the phases of the timer that it hands to your function." : "";
}

// A kernel of the simulated device can read the host's memory; one of a GPU can't.
void expect_pointers_of_the_device(request small) {
  if (on_gpu()) return;
  const answer a = small.checked().run();
  for (const finding& f : a.checked().findings)
    if (f.kind == "host-pointer") expect_clean(a);
}

}  // namespace

// ---- 1 ----

GRADED_TEST(Lab01, SerialSortKeepsEveryKeyWhenKeysRepeat) {
  for (size_t n : {0, 1, 2, 97}) expect_every_family(host, n);
  expect_bad_arrays_refused("host");
}

GRADED_TEST(Lab01, SerialSortOrdersSpecialDoublesStably) { expect_special_doubles(host, {2, 31, 500}); }

// ---- 2 ----

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
  // The greatest key is also the natural padding of a partial tile.
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
      expect_equal(a.get<std::uint32_t>("ranks"), expected, "ranks",
                   "A rank that is too small misses a slice or loses a concurrent addition; one that is too "
                   "great counts a key twice or did not start at 0.");
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

// ---- 5 ----

GRADED_TEST(Lab01, BlockSizeSweepSortsWithEachBlockSize) {
  if (!on_gpu()) needs_checkers();
  const std::vector<std::int32_t> block_sizes{32, 64, 128, 256, 512, 1024};
  const auto keys = distinguishable_ties(scaled(500, 20000));
  const size_t n = keys.size();
  const auto ask = [](const verifier::keys<double>& some, const std::vector<std::int32_t>& blocks) {
    return request("sweep_block_sizes")
        .input("keys", some)
        .input("block_sizes", blocks)
        .param("repeats", 3)
        .output<double>("sorted", blocks.size() * some.size())
        .output<double>("ms", blocks.size());
  };
  const answer a = ask(keys, block_sizes).run();
  const auto sorted = a.get<double>("sorted");
  const auto ms = a.get<double>("ms");
  const std::vector<double> last(sorted.begin() + block_sizes.size() - 1,
                                 sorted.begin() + block_sizes.size() - 1 + n);
  const bool by_one = bits_of(last) == bits_of(stably_sorted(keys));  // row r begins at sorted + r
  for (size_t row = 0; row < block_sizes.size(); ++row) {
    const std::string name = row == 0 ? "sorted" : "(sorted + " + std::to_string(row) + " * n)";
    expect_stable_doubles({sorted.begin() + row * n, sorted.begin() + (row + 1) * n}, keys, name,
                          by_one ? "Row r begins at sorted + r * n, and not at sorted + r." : "");
    expect_true(std::isfinite(ms[row]) && ms[row] > 0,
                "ms[" + std::to_string(row) + "], for blocks of " + std::to_string(block_sizes[row]) + ", " +
                    what_time_is(ms, row) + ": every block size needs a measured time above 0" +
                    how_to_measure(ms[row]));
  }
  ask(keys, {4096}).run_refused("block_size");
  expect_pointers_of_the_device(ask(distinguishable_ties(64), {32}));
  timings table{{{"n", std::to_string(n)}}, {}};
  for (size_t row = 0; row < block_sizes.size(); ++row) table.rows.push_back({block_sizes[row], {ms[row]}});
  show_timings(block_sizes_form(), table);
}

GRADED_TEST(Lab01, TableOfSizesIsComplete) {
  if (!on_gpu()) needs_checkers();
  const std::vector<std::uint64_t> sizes =
      on_gpu() ? std::vector<std::uint64_t>{100, 200, 300, 500, 1000, 2000, 5000, 10000, 20000, 40000}
               : std::vector<std::uint64_t>{100, 200, 500, 1000};
  const auto ask = [](const verifier::keys<double>& some, const std::vector<std::uint64_t>& of) {
    return request("compare_with_host")
        .input("keys", some)
        .input("sizes", of)
        .param("repeats", 1)
        .output<double>("sorted", some.size())
        .output<double>("rows", 3 * of.size())
        .timeout(60);
  };
  const auto keys = distinguishable_ties(sizes.back());
  const answer a = ask(keys, sizes).run();
  expect_stable_doubles(a.get<double>("sorted"), keys);
  const auto rows = a.get<double>("rows");
  const char* columns[] = {"host", "kernel", "total"};
  for (size_t i = 0; i < rows.size(); ++i)
    expect_true(std::isfinite(rows[i]) && rows[i] > 0,
                "rows[" + std::to_string(i / 3) + "]." + columns[i % 3] + " " + what_time_is(rows, i) +
                    ": every field of the table needs a measured time above 0" + how_to_measure(rows[i]));
  expect_pointers_of_the_device(ask(distinguishable_ties(64), {64}));
  timings table;
  for (size_t i = 0; i < sizes.size(); ++i)
    table.rows.push_back({static_cast<long>(sizes[i]), {rows[3 * i], rows[3 * i + 1], rows[3 * i + 2]}});
  show_timings(host_and_device_form(), table);
}

GRADED_TEST(Lab01, CrossoverIsWhereTheDeviceStaysAhead) {
  const std::vector<std::uint64_t> sizes{100, 5000, 10000, 20000, 40000};
  const auto expect = [&](const std::vector<double>& host, const std::vector<double>& total, size_t from,
                          const std::string& why) {
    std::vector<double> rows;  // the kernel alone is faster everywhere, so that using it gives a wrong answer
    for (size_t i = 0; i < host.size(); ++i) rows.insert(rows.end(), {host[i], host[i] / 2, total[i]});
    std::vector<std::uint64_t> used(sizes.begin(), sizes.begin() + host.size());
    const double got = request("crossover").input("sizes", used).input("rows", rows).run().value("from");
    expect_true(got == static_cast<double>(from), "crossover gave " + std::to_string(static_cast<long>(got)) +
                                                      " instead of " + std::to_string(from) + ": " + why);
  };
  expect({1, 2, 3, 40, 80}, {5, 5, 5, 10, 20}, 20000, "from there on `total` is below `host` in every row");
  expect({1, 2, 3, 4, 5}, {0.5, 1, 1, 1, 1}, 100, "the device is ahead in every row");
  expect({1, 2, 3, 4, 5}, {9, 9, 9, 9, 9}, 0, "the device is never ahead");
  expect({1, 9, 3, 9, 9}, {2, 2, 4, 2, 2}, 20000, "it is ahead at 5000, but behind again at 10000");
  expect({1, 9, 9, 9, 3}, {2, 2, 2, 2, 4}, 0, "it is behind at the greatest size");
  expect({1, 2, 3}, {2, 2, 3}, 0, "equal times are not faster");
  expect({}, {}, 0, "an empty table has no crossover");
}

GRADED_TEST(Lab01, BandwidthAnalysisTellsLoadsFromDramTraffic) {
  const auto expect = [](const answer& a, const std::string& name, double expected,
                         const std::string& formula) {
    const double got = a.value(name);
    expect_true(
        std::abs(got - expected) <= 1e-9 * std::abs(expected),
        name + " is " + std::to_string(got) + " instead of " + std::to_string(expected) + ": " + formula);
  };
  struct measurement {
    std::int64_t n, element_bytes, ms, peak_gb_s;
  };
  // The source's run with 4 bytes as it says, with 8 as it stored; an H200; a size whose square needs 64
  // bits. Whole numbers, because parameters are integers.
  for (const measurement& m : std::vector<measurement>{
           {20000, 4, 13, 192}, {20000, 8, 13, 192}, {200000, 8, 107, 4800}, {100001, 4, 5, 4800}}) {
    const answer a = request("analyse_direct")
                         .param("n", m.n)
                         .param("element_bytes", m.element_bytes)
                         .param("ms", m.ms)
                         .param("peak_gb_s", m.peak_gb_s)
                         .run();
    const double n = static_cast<double>(m.n), bytes = static_cast<double>(m.element_bytes);
    const double seconds = static_cast<double>(m.ms) / 1e3, warps = std::ceil(n / 32);
    const double dram = 2 * n * bytes / seconds / 1e9;
    expect(a, "comparisons_per_s", n * n / seconds, "n^2 comparisons over the time in seconds");
    expect(a, "loads_gb_s", n * n * bytes / seconds / 1e9, "every thread asks for n elements");
    expect(a, "sectors_gb_s", warps * n * 32 / seconds / 1e9,
           "ceil(n/32) warps ask for n sectors of 32 bytes: the lanes of a warp want the same element");
    expect(a, "dram_gb_s", dram, "n elements are read once and written once; the caches serve the rest");
    expect(a, "dram_share", dram / static_cast<double>(m.peak_gb_s), "dram_gb_s over peak_gb_s");
  }
}
