// SPDX-License-Identifier: Apache-2.0
#include "lab_test.h"
#include "tiles_calls.h"

using namespace verifier;
using namespace lab04;

namespace {

// "" is the schedule that a student's program uses.
const char* const kSchedules[] = {"", "fifo", "lockstep", "reverse", "random:1"};

// Findings come first, because they explain wrong results.
void expect_clean_result(const answer& a, const char* result, const words& expected) {
  expect_clean(a);
  expect_equal(a.get<word>(result), expected, result);
  if (!expected.empty()) expect_ran_on_device(a, expected.size() * sizeof(word));
}

struct tiled_call {
  digit d;
  tiling t;
  std::size_t n;
};
// Several rounds per tile, partial last tiles, blocks of one and of three warps, and a tile of one key.
const std::vector<tiled_call> kCalls{
    {{0, 4}, {64, 64}, 0}, {{0, 8}, {64, 64}, 1},    {{8, 8}, {64, 64}, 193},     {{31, 4}, {32, 1}, 5},
    {{0, 1}, {32, 4}, 7},  {{4, 5}, {96, 288}, 700}, {{24, 8}, {128, 1000}, 1500}};

template <class Ask, class Expected>
void expect_clean_calls(const char* result, std::uint64_t most_span, Ask ask, Expected expected) {
  const digit d{0, 8};
  const tiling t{512, 512};  // only ten tiles, because handling a tile in one thread is slow, but allowed
  const auto keys = few_distinct<word>(5000);
  trial([&] {
    const answer a = ask(keys, d, t).timeout(30).counted(most_span).run();
    expect_clean_result(a, result, expected(keys, d, t));
    expect_block_size(a, t.block_size);
  });
  for (const char* schedule : kSchedules)
    for (const tiled_call& c : kCalls) {
      const auto keys = uniform<word>(c.n);
      request asked = ask(keys, c.d, c.t);
      trial([&] {
        expect_clean_result(asked.schedule(schedule).timeout(30).counted().run(), result,
                            expected(keys, c.d, c.t));
      });
    }
}

}  // namespace

GRADED_TEST(Lab04, HistogramIsClean) { expect_clean_calls("d_histogram", 1000, ask_histogram, histogram_of); }

GRADED_TEST(Lab04, ScanIsClean) {
  for (const char* schedule : kSchedules)
    for (const std::size_t count : {0, 1, 33, 1025, 4099}) {
      const auto counts = few_distinct<word>(count);
      request apart("scan_histogram");
      apart.input("d_histogram", counts).output<word>("d_starts", count).schedule(schedule).timeout(30);
      trial([&] { expect_clean_result(apart.counted().run(), "d_starts", exclusive_scan(counts)); });
      request in_place("scan_histogram_in_place");
      in_place.in_out("d_histogram", counts).schedule(schedule).timeout(30);
      trial([&] { expect_clean_result(in_place.counted().run(), "d_histogram", exclusive_scan(counts)); });
    }
}

GRADED_TEST(Lab04, RelativePositionsAreClean) {
  expect_clean_calls("d_relative", 6000, ask_relative,
                     [](const named_words& keys, digit d, tiling t) { return relative_of(keys, d, t); });
}

GRADED_TEST(Lab04, RelativePositionsAreFoundByAllThreads) {
  const digit d{8, 4};  // so few bins that one scan per bin takes fewer steps than one thread per tile
  const tiling t{1024, 4096};
  const auto keys = uniform<word>(20011);
  const answer a = ask_relative(keys, d, t).counted().run();
  expect_equal(a.get<word>("d_relative"), relative_of(keys, d, t), "d_relative");
  expect_ran_on_device(a, keys.size() * sizeof(word));
  expect_span(
      a, 5000,
      "That happens if one thread goes through the tile, as in the source's scatter. Let each thread find the "
      "positions of some keys (hints 3.2 and 3.3).");
}

GRADED_TEST(Lab04, ScatterIsClean) {
  expect_clean_calls(
      "d_out", 500, [](const named_words& keys, digit d, tiling t) { return ask_scatter(keys, d, t); },
      [](const named_words& keys, digit d, tiling) { return ordered_by(keys, d); });
}

GRADED_TEST(Lab04, SortIsClean) {
  const auto expect_clean_sort = [](const named_words& keys, int bits, tiling t, const char* schedule) {
    expect_clean_result(ask_sort(keys, bits, t).schedule(schedule).timeout(30).counted().run(), "keys",
                        sorted(keys));
  };
  for (const char* schedule : kSchedules) {
    for (const std::size_t n : {0, 1, 300}) expect_clean_sort(uniform<word>(n), 8, {64, 64}, schedule);
    expect_clean_sort(uniform<word>(601), 5, {96, 288}, schedule);
    const auto keys = few_distinct<word>(601), values = ascending<word>(601);
    const answer pairs = ask_sort_pairs(keys, values, 8, {64, 256}).schedule(schedule).counted().run();
    expect_clean(pairs);
    expect_sorted_pairs(pairs.get<word>("keys"), pairs.get<word>("values"), keys, values);
  }
  expect_clean_sort(few_distinct<word>(600), 1, {32, 40}, "");
  expect_clean_sort(uniform<word>(5003), 8, {1024, 2048}, "");
}

// The limits are those in the lab's README.
GRADED_TEST(Lab04, SortStaysInItsBudget) {
  constexpr int kBits = 8, kPasses = 4;
  constexpr tiling kTiling{256, 4096};
  constexpr std::uint64_t kWordsPerSector = 8, kWord = sizeof(word);
  const std::size_t n = 100003, counters = (std::size_t{1} << kBits) * kTiling.tiles(n);
  const auto keys = uniform<word>(n);
  const answer a = ask_sort(keys, kBits, kTiling).schedule("fifo").counted(250000).run();
  expect_equal(a.get<word>("keys"), sorted(keys), "keys");
  expect_ran_on_device(a, kPasses * n * kWord);
  expect_at_most(
      a, cost::launches, kPasses * 8,
      "8 per pass: the histogram, the scatter, 5 for a scan of up to three levels, and one for clearing.");
  expect_span(a, 45000,
              "In the source, thread 0 moves all keys of its block. Here, all threads must share the work.");
  expect_at_most(a, cost::device_memory, counters * kWord * 5 / 4 + 4096,
                 "That is the histogram, a quarter of it for its scan, and 4 KiB. Relative positions must "
                 "not go through device memory, so find them in the kernel that moves the keys.");
  expect_at_most(
      a, cost::global_load_sectors, kPasses * 4 * n / kWordsPerSector,
      "That is 4 words per key and pass: one for the histogram, up to two for the scatter, the rest for the "
      "counters. It is enough if the threads of a warp load neighbouring words, and a block loads its starts "
      "once, into shared memory.");
}
