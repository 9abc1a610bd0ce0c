// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "diagnosis.h"
#include "lab_test.h"
#include "scan_calls.h"

using namespace verifier;
using namespace lab03;

namespace {

// "" is the schedule that a student's program uses.
const char* const kSchedules[] = {"", "fifo", "lockstep", "reverse", "random:1", "random:2"};

void expect_clean_scan(const scan& s, const named_words& in) {
  trial([&] {
    const answer a = request_for(s, in).timeout(30).counted().run();
    expect_clean(a);  // findings explain wrong results
    const auto got = a.get<std::uint32_t>(result_of(s));
    const words expected = expected_from(s, in);
    if (got != expected) expect_equal(got, expected, "the sums", about_sums(s, in, got, expected));
    if (in.size() > s.shift) expect_ran_on_device(a, (in.size() - s.shift) * sizeof(std::uint32_t));
    expect_own_kernels(a, "device_scan.h", "lab::exclusive_scan");
    if (in.size() - s.shift >= s.block_size) expect_block_size(a, s.block_size);
  });
}

void expect_clean_scans(const char* exercise, std::initializer_list<std::size_t> sizes, unsigned block_size) {
  for (const char* schedule : kSchedules)
    for (const std::size_t n : sizes)
      expect_clean_scan({exercise, block_size, n % 2 == 1, false, 0, schedule}, uniform<std::uint32_t>(n));
}

// The scan has many tiles, is in place, and is not aligned to 16 bytes.
void expect_clean_at_any_size(const char* exercise) {
  expect_clean_scans(exercise, {0, 1, 33, 128, 1025, 5003}, 64);
  expect_clean_scans(exercise, {8192, 40009}, 32);
  expect_clean_scan({exercise, 96, true, true, 0, "lockstep"}, uniform<std::uint32_t>(7919));
  expect_clean_scan({exercise, 64, true, false, 3, "reverse"}, uniform<std::uint32_t>(5003));
  scan apart{exercise, 64, false, false, 1};  // wide loads are allowed here, but wide stores are not
  apart.in_shift = 0;
  expect_clean_scan(apart, uniform<std::uint32_t>(5003));
  expect_clean_scan({exercise, 1024, false}, uniform<std::uint32_t>(2049));
}

constexpr std::uint64_t kWordsPerSector = 8;

struct budget {
  std::uint64_t launches;
  double words_loaded, words_stored;  // per element
  std::uint64_t span;
};

void expect_within(const answer& a, std::size_t n, const budget& most, const std::string& launches) {
  const auto sectors = [&](double words) {
    return static_cast<std::uint64_t>(words * static_cast<double>(n)) / kWordsPerSector;
  };
  const auto words = [&](std::uint64_t counted, double allowed) {
    return fmt::format("In words per element (8 for each sector), that is {:.2f}; the budget is {:.2f}.",
                       static_cast<double>(counted * kWordsPerSector) / static_cast<double>(n), allowed);
  };
  const kernel_counters all = a.total();
  expect_at_most(a, cost::launches, most.launches, launches);
  expect_at_most(a, cost::global_load_sectors, sectors(most.words_loaded),
                 words(all.global_load.transactions, most.words_loaded));
  expect_at_most(a, cost::global_store_sectors, sectors(most.words_stored),
                 words(all.global_store.transactions, most.words_stored));
  expect_span(a, most.span, "All threads of all blocks can add at the same time.");
}

answer counted_scan(const scan& s, const named_words& in, std::uint64_t most_span) {
  const answer a = request_for(s, in).timeout(30).counted(most_span).run();
  expect_equal(a.get<std::uint32_t>(result_of(s)), expected_from(s, in), "the sums");
  expect_ran_on_device(a, in.size() * sizeof(std::uint32_t));
  expect_own_kernels(a, "device_scan.h", "lab::exclusive_scan");
  return a;
}

constexpr unsigned kBudgetBlock = 256;
constexpr std::size_t kBudgetSize = 200003;

// A block that goes through all tiles is exercise 4 in a loop. Uses lockstep, because otherwise the first
// block that takes tiles from a counter would take all of them.
void expect_shared_by_blocks(const char* exercise) {
  constexpr std::size_t kSize = 20011;
  constexpr unsigned kBlock = 64;
  const answer a =
      counted_scan({exercise, kBlock, false, false, 0, "lockstep"}, uniform<std::uint32_t>(kSize), 15000);
  const std::uint64_t work = a.total().work, span = a.total().span;
  expect_as_asked(
      a, work >= span * kBlock * 3 / 2,
      "on average only " + std::to_string(work / span) +
          " threads worked at a time, no more than one block has. Here, the blocks must share the work.");
}
answer budget_scan(const char* exercise, const std::string& schedule) {
  expect_shared_by_blocks(exercise);
  return counted_scan({exercise, kBudgetBlock, false, false, 0, schedule},
                      uniform<std::uint32_t>(kBudgetSize), 60000);
}

// A scan with kernel boundaries as barriers, as in exercise 6, has at least three kernels, two of which load
// the elements.
void expect_no_kernels_as_the_barrier(const answer& a) {
  constexpr std::uint64_t kHalf = kBudgetSize * sizeof(std::uint32_t) / 2;
  std::uint64_t all = 0, loading = 0;
  for (const kernel_counters& k : a.counters()) {
    all += k.launches;
    loading += std::min(k.launches, k.global_load.bytes / kHalf);
  }
  expect_as_asked(
      a, all < 3 || loading < 2,
      "by " + std::to_string(all) +
          " launches, several of which load the elements. That is exercise 6; here, one launch must "
          "do everything.");
}

}  // namespace

GRADED_TEST(Lab03, OneBlockIsClean) {
  expect_clean_scans("one_block", {0, 1, 2, 63, 64}, 64);
  expect_clean_scans("one_block", {97, 100}, 100);
  expect_clean_scan({"one_block", 1024, true, false, 0, "fifo"}, uniform<std::uint32_t>(1000));
  expect_clean_scan({"one_block", 256, false, true, 0, "lockstep"}, uniform<std::uint32_t>(256));
  expect_clean_scan({"one_block", 96, true, true, 1, ""}, uniform<std::uint32_t>(96));
}

GRADED_TEST(Lab03, OneBlockStaysInItsBudget) {
  const std::size_t n = 1024;
  const answer a = counted_scan({"one_block", 1024, false, false, 0, "fifo"}, uniform<std::uint32_t>(n), 500);
  expect_within(a, n, {1, 1, 1, 500}, "One kernel.");
  expect_at_most(a, cost::barriers_per_block, 12,
                 "With two rows, each step needs one barrier: 1 + log2(1024), and one to spare.");
}

GRADED_TEST(Lab03, AnySizeIsClean) { expect_clean_at_any_size("any_size"); }
GRADED_TEST(Lab03, AnySizeStaysInItsBudget) {
  const answer a = budget_scan("any_size", "fifo");
  expect_within(a, kBudgetSize, {5, 2.5, 2.25, 10000},
                "2 L - 1 kernels for L levels. With 256 elements per tile, three levels are enough.");
}

GRADED_TEST(Lab03, CooperativeIsClean) {
  expect_clean_at_any_size("cooperative");
  // With up to 32 elements per thread, some blocks scan two tiles, and use their shared memory twice.
  expect_clean_scan({"cooperative", 128, false, false, 0, "lockstep"}, uniform<std::uint32_t>(600011));
}
GRADED_TEST(Lab03, CooperativeStaysInItsBudget) {
  const answer a = budget_scan("cooperative", "lockstep");
  expect_no_kernels_as_the_barrier(a);
  expect_within(a, kBudgetSize, {1, 2.5, 2.25, 10000}, "A single launch is the point of this exercise.");
}

GRADED_TEST(Lab03, SinglePassIsClean) { expect_clean_at_any_size("single_pass"); }
GRADED_TEST(Lab03, SinglePassStaysInItsBudget) {
  const answer a = budget_scan("single_pass", "lockstep");
  expect_no_kernels_as_the_barrier(a);
  expect_within(a, kBudgetSize, {2, 1.5, 1.25, 16000},
                "One kernel scans. Another one may clear the states, but cudaMemset can also do that.");
  // Blocks run one after the other, so each finds the sum of all earlier tiles in the tile before its own.
  const answer in_turn =
      counted_scan({"single_pass", 32, false, false, 0, "fifo"}, uniform<std::uint32_t>(kBudgetSize), 0);
  std::uint64_t blocks = kBudgetSize / 1024;
  for (const kernel_counters& k : in_turn.counters()) blocks = std::max(blocks, k.blocks / k.launches);
  expect_at_most(
      in_turn, cost::global_load_sectors, (kBudgetSize + kBudgetSize / 50 + 96 * blocks) / kWordsPerSector,
      "Here, blocks run one after the other. If each tile has published the sum of everything up to it, a "
      "block that looks back finds that sum in the tile before its own, and stops there.");
}
