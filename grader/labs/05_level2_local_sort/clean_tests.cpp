// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "lab_test.h"
#include "tile_calls.h"

using namespace verifier;
using namespace lab05;

namespace {

using u32 = std::uint32_t;

// Besides "", which a student's program uses.
const char* const kSchedules[] = {"fifo", "lockstep", "reverse", "random:1"};
// Tiles as large as a block, and larger tiles.
const cut kCuts[] = {{2, 3, 32, 32}, {5, 4, 64, 200}};
const std::size_t kSizes[] = {0, 1, 33, 401}, kSizeUnderSchedules = 233;

constexpr std::size_t kBudgetSize = (1 << 16) + 1;
const cut kBudgetCut{8, 8, 256, 4096};
constexpr std::uint64_t kWordsPerSector = 8;

answer run_counted(request asked, std::uint64_t most_span = 0) { return asked.counted(most_span).run(); }

// Findings come first, because they explain wrong results.
void expect_clean_result(const answer& a, const std::string& name, const words& right) {
  expect_clean(a);
  expect_equal(a.get<u32>(name), right, name);
  if (!right.empty()) expect_ran_on_device(a, right.size() * sizeof(u32));
}

// Other tests give points for the order of equal digits and for the counters.
void expect_clean_tiles(const answer& a, const named_words& keys, const cut& c, bool in_place = false) {
  expect_clean(a);
  expect_tiles(a, in_place, keys, c, equal_digits::in_any_order);
  if (!keys.empty()) expect_ran_on_device(a, keys.size() * sizeof(u32));
}

// Runs small inputs, and one of them under each schedule.
template <class Run>
void for_small_sizes(Run run) {
  const auto once = [&](const char* schedule, const cut& c, const named_words& keys) {
    trial([&] { run(schedule, c, keys); });
  };
  for (const cut& c : kCuts) {
    for (const std::size_t n : kSizes) once("", c, uniform<u32>(n));
    for (const char* schedule : kSchedules) once(schedule, c, uniform<u32>(kSizeUnderSchedules));
  }
}

std::uint64_t sectors(double by_key) {
  return static_cast<std::uint64_t>(by_key * static_cast<double>(kBudgetSize));
}

void expect_memory_of_two_histograms(const answer& a, const cut& c, std::size_t n) {
  const std::size_t counters = c.bins() * c.tiles(n);
  expect_at_most(a, cost::device_memory, 2 * counters * sizeof(u32) + 4096,
                 "That is two histograms, and 4 KiB for the sums of their scan. The keys can use d_scratch.");
}

}  // namespace

GRADED_TEST(Lab05, SplitIsClean) {
  const cut large{0, 1, 96, 288};
  const auto many =
      uniform<u32>(3000);  // not more, because handling a tile in one thread is slow, but allowed
  trial([&] {
    const answer a = run_counted(ask_split(many, large, true), 3000);
    expect_clean_tiles(a, many, large, true);
    expect_block_size(a, large.block_size);
  });
  for_small_sizes([](const char* schedule, cut c, const named_words& keys) {
    c.bits = 1;
    expect_clean_tiles(run_counted(ask_split(keys, c).schedule(schedule)), keys, c);
  });
}

GRADED_TEST(Lab05, SortTilesIsClean) {
  for_small_sizes([](const char* schedule, const cut& c, const named_words& keys) {
    expect_clean_tiles(run_counted(ask_sort_tiles(keys, c).schedule(schedule)), keys, c);
  });
  const cut c{25, 8, 96, 288};
  const auto keys = uniform<u32>(1000);
  const answer a = run_counted(ask_sort_tiles(keys, c, true));
  expect_clean_tiles(a, keys, c, true);
  expect_block_size(a, c.block_size);
}

GRADED_TEST(Lab05, SortTilesStaysInItsBudget) {
  const auto keys = uniform<u32>(kBudgetSize - 1);
  const answer a = run_counted(ask_sort_tiles(keys, kBudgetCut), 100000);
  expect_equal(a.get<u32>("d_out"), sorted_tiles(keys, kBudgetCut), "d_out");
  expect_ran_on_device(a, keys.size() * sizeof(u32));
  expect_at_most(a, cost::launches, 1,
                 "The splits of a tile need no other tile, so one kernel can do them all.");
  expect_span(a, 17000, "All threads of a block split its tile together.");
  expect_at_most(
      a, cost::global_load_sectors, sectors(2.0 / kWordsPerSector),
      "2 words per key are enough if neighbouring threads load neighbouring keys once, and the keys stay in shared "
      "memory or registers between the splits.");
  expect_at_most(
      a, cost::global_store_sectors, sectors(2.0 / kWordsPerSector),
      "2 words per key are enough: one for the key if neighbouring threads store neighbouring keys, and the rest "
      "for the counters.");
}

GRADED_TEST(Lab05, TheScanOfATileIsClean) {
  const auto expect = [](std::size_t tiles, int bits, const char* schedule) {
    words counts = uniform<u32>(tiles << bits);
    for (u32& count : counts) count %= 100;
    const answer a = run_counted(ask_local(counts, tiles, bits, 64).schedule(schedule));
    expect_clean_result(a, "d_local", local_of(counts, tiles));
  };
  for (const int bits : {1, 4, 8})
    for (const std::size_t tiles : {0, 1, 7, 40}) expect(tiles, bits, "");
  for (const char* schedule : kSchedules) expect(9, 8, schedule);
  const words counts(9 << 7, 3);
  const answer in_place = run_counted(ask_local(counts, 9, 7, 96, true));
  expect_clean_result(in_place, "d_histogram", local_of(counts, 9));
  expect_block_size(in_place, 96);
}

// If one thread loads all counters of a tile, its warp's other threads are idle, so its requests load 4 bytes
// each.
GRADED_TEST(Lab05, TheScanLoadsWithAllThreads) {
  const std::size_t tiles = 64;
  words counts = uniform<u32>(tiles << 8);
  for (u32& count : counts) count %= 100;
  const answer a = run_counted(ask_local(counts, tiles, 8, 256), 2500);
  expect_equal(a.get<u32>("d_local"), local_of(counts, tiles), "d_local");
  expect_ran_on_device(a, counts.size() * sizeof(u32));
  expect_whole_warps(
      a, direction::load,
      "In the source, one thread adds up a tile's counters while its block waits. Let each thread load one "
      "counter, or let neighbouring threads have neighbouring tiles.");
}

GRADED_TEST(Lab05, ScatterIsClean) {
  for_small_sizes([](const char* schedule, const cut& c, const named_words& keys) {
    const scatter_input in = scatter_input_of(keys, c);
    const answer a = run_counted(ask_scatter(in, c).schedule(schedule));
    expect_clean_result(a, "d_out", ordered_by_digit(in.keys, c));
    if (keys.size() >= c.tile) expect_block_size(a, c.block_size);
  });
}

GRADED_TEST(Lab05, ScatterStoresNeighboursTogether) {
  const scatter_input in = scatter_input_of(uniform<u32>(kBudgetSize - 1), kBudgetCut);
  const answer a = run_counted(ask_scatter(in, kBudgetCut), 10000);
  expect_equal(a.get<u32>("d_out"), ordered_by_digit(in.keys, kBudgetCut), "d_out");
  expect_ran_on_device(a, in.keys.size() * sizeof(u32));
  expect_at_most(a, cost::launches, 1, "One kernel.");
  expect_span(a, 800, "All threads of a block move its tile together.");
  expect_at_most(
      a, cost::global_store_sectors, sectors(0.5),
      "That is half a sector per key. A scatter of unsorted keys needs nearly one sector per key. In a "
      "sorted tile, neighbours mostly have the same digit, so let the threads of a warp store neighbours.");
}

GRADED_TEST(Lab05, SortIsClean) {
  const auto expect = [](std::size_t n, int bits, const char* schedule) {
    const cut c{0, bits, 64, 100};
    const auto keys = zipf<u32>(n), values = ascending<u32>(n);
    words right = keys;
    std::sort(right.begin(), right.end());
    expect_clean_result(run_counted(ask_sort(keys, c).schedule(schedule)), "keys", right);
    const answer pairs = run_counted(ask_sort_pairs(keys, values, c).schedule(schedule));
    expect_clean_result(pairs, "d_keys", right);
    expect_sorted_pairs(pairs.get<u32>("d_keys"), pairs.get<u32>("d_values"), keys, values);
  };
  for (const std::size_t n : kSizes) expect(n, 5, "");
  for (const char* schedule : kSchedules) expect(kSizeUnderSchedules, 8, schedule);
}

GRADED_TEST(Lab05, SortStaysInItsBudget) {
  constexpr int kPasses = 4, kLaunchesOfAPass = 8;
  cut c = kBudgetCut;
  c.shift = 0;
  const auto keys = uniform<u32>(kBudgetSize);
  const answer a = run_counted(ask_sort(keys, c), 250000);
  expect_sorted_copy(a.get<u32>("keys"), keys);
  expect_ran_on_device(a, keys.size() * sizeof(u32));
  expect_at_most(
      a, cost::launches, kPasses * kLaunchesOfAPass,
      "That is 8 per pass: the sort of the tiles, 3 for lab::exclusive_scan, the scans of the tiles' "
      "histograms, the scatter, and 2 to spare.");
  expect_span(a, 48000, "All threads of a block sort and move its tile together.");
  expect_memory_of_two_histograms(a, c, keys.size());
  // In each pass, the keys are loaded twice and stored twice, and the counters of 17 tiles move a few times.
  expect_at_most(
      a, cost::global_store_sectors, kPasses * sectors(0.75),
      "That is 0.75 sectors per key and pass: 1/8 for the sorted tiles, up to 1/2 for the scatter, and the rest for "
      "the counters.");
}
