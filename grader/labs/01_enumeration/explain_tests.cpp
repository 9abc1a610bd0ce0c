// SPDX-License-Identifier: Apache-2.0
// explain.csv explains the student's own rows if they are next to it, otherwise the recorded ones. Nothing is
// measured here, so noise can't make an answer wrong.
#include <fmt/format.h>

#include <cmath>

#include "answer_sheet.h"
#include "lab_test.h"
#include "tables.h"

using namespace verifier;
using namespace lab01;

namespace {

const std::string kFastest = "fastest block size",
                  kSlowest = "slowest block size: percent more time than the fastest",
                  kCrossover = "n from which the device is faster with its copies",
                  kSmallest = "smallest n: percent of total_ms outside the kernel",
                  kGreatest = "greatest n: percent of total_ms outside the kernel",
                  kHostGrowth = "host_ms: factor from n = 10000 to n = 20000",
                  kKernelGrowth = "kernel_ms: factor from n = 10000 to n = 20000",
                  kDram = "n = 20000: GB/s that the kernel needs of DRAM",
                  kWhy = "why the kernel's factor (a; b; c or d)",
                  kSourceHost = "source: factor of its CPU from n = 20000 to n = 40000",
                  kSourceDevice = "source: factor of its GPU from n = 20000 to n = 40000",
                  kSourceCopies = "source: ms of both copies of 20000 keys at 5 GB/s",
                  kSourceWhy = "what most of the source's GPU time is (a; b; c or d)",
                  kSourceMost = "source: greatest speed-up if both take 1013 ms at n = 20000";

const answer_sheet sheet("explain.csv",
                         {kFastest, kSlowest, kCrossover, kSmallest, kGreatest, kHostGrowth, kKernelGrowth,
                          kDram, kWhy, kSourceHost, kSourceDevice, kSourceCopies, kSourceWhy, kSourceMost});

timings explained(const timing_form& form) {
  const auto own = students_timings(form);
  if (!own) return recorded_timings(form);
  if (own->simulated())
    wrong(fmt::format(
        "The rows in {0}.csv are from the simulated device, and their times don't hold for a GPU. Move {0}.csv "
        "out of the lab's folder. Then explain.csv is graded against the recorded rows.",
        form.file));
  return *own;
}

const timing_row& row_of(const timings& table, const timing_form& form, long at) {
  if (const timing_row* row = table.find(at)) return *row;
  wrong(fmt::format("{}.csv has no row for {} = {}: copy the whole file that the grader wrote.", form.file,
                    form.columns[0], at));
}

enum column { host, kernel, total };

}  // namespace

GRADED_TEST(Lab01, TheBlockSizesAreRead) {
  constexpr double kNoise = 1.02;  // times within this factor count as equal
  const timings table = explained(block_sizes_form());
  const double least = table.least_total().total();
  double most = 0;
  for (const timing_row& row : table.rows) most = std::max(most, row.total());
  const long fastest = sheet.whole(kFastest);
  const timing_row* row = table.find(fastest);
  expect_true(row != nullptr && row->total() <= least * kNoise,
              sheet.place(kFastest) + " is not " + std::to_string(fastest) +
                  ".\nLook for the smallest kernel_ms in block_sizes.csv.");
  sheet.expect_near(kSlowest, 100 * (most / least - 1), 1 + 0.03 * 100 * (most / least - 1),
                    "100 times (the largest kernel_ms divided by the smallest, minus 1).");
}

GRADED_TEST(Lab01, TheCrossoverIsRead) {
  const timings table = explained(host_and_device_form());
  long from = 0;
  for (auto row = table.rows.rbegin(); row != table.rows.rend() && row->ms[total] < row->ms[host]; ++row)
    from = row->at;
  const auto given = sheet.whole_or_none(kCrossover);
  expect_true(
      given.value_or(0) == from,
      sheet.place(kCrossover) + " is not " + (given ? std::to_string(*given) : "none") +
          ".\nStart at the largest n in host_and_device.csv, and go to smaller n while total_ms is below "
          "host_ms. The last such n is the answer. It is \"none\" if total_ms is not below host_ms even at "
          "the largest n.");
  const auto beside_kernel = [](const timing_row& row) {
    return std::max(0.0, 100 * (1 - row.ms[kernel] / row.ms[total]));
  };
  const std::string how =
      "100 times (total_ms minus kernel_ms) divided by total_ms. It is the share of the copies and of each call's "
      "overhead.";
  sheet.expect_near(kSmallest, beside_kernel(table.rows.front()), 1, how);
  sheet.expect_near(kGreatest, beside_kernel(table.rows.back()), 1, how);
}

GRADED_TEST(Lab01, TheGrowthIsExplained) {
  const timing_form& form = host_and_device_form();
  const timings table = explained(form);
  const timing_row &before = row_of(table, form, 10000), &after = row_of(table, form, 20000);
  const auto growth = [&](column which) { return after.ms[which] / before.ms[which]; };
  sheet.expect_near(kHostGrowth, growth(host), 0.05 + 0.01 * growth(host),
                    "host_ms at 20000 divided by host_ms at 10000.");
  sheet.expect_near(kKernelGrowth, growth(kernel), 0.05 + 0.01 * growth(kernel),
                    "kernel_ms at 20000 divided by kernel_ms at 10000.");
  const double gb_s = 2 * 20000.0 * sizeof(double) / (after.ms[kernel] / 1e3) / 1e9;
  sheet.expect_near(
      kDram, gb_s, 0.05 * gb_s,
      "During kernel_ms, each of the 20000 doubles is read once and written once. One GB is 10^9 bytes.");
  const char letter = sheet.letter(kWhy, "abcd");
  const double factor = growth(kernel);
  if (letter == 'a')
    wrong(fmt::format(
        "Answer a is wrong: the kernel needs {:.1g} GB/s of DRAM, but a GPU's DRAM delivers hundreds or "
        "thousands.",
        gb_s));
  if (letter == 'd') wrong(fmt::format("Answer d is wrong: kernel_ms grows by a factor of {:.2f}.", factor));
  if (letter == 'c' && factor < 2.6)
    wrong(fmt::format(
        "Answer c is wrong: with all multiprocessors busy, four times as many comparisons take four times as "
        "long, but kernel_ms grows by a factor of {:.2f}.",
        factor));
  if (letter == 'b' && factor > 3.2)
    wrong(fmt::format(
        "Answer b is wrong: if twice as many threads ran at no cost, kernel_ms would double, but it grows by a "
        "factor of {:.2f}.",
        factor));
}

GRADED_TEST(Lab01, TheSourcesTimesAreExplained) {
  sheet.expect_near(kSourceHost, 4, 0.1,
                    "The CPU makes n^2 comparisons, so twice the keys need four times as many.");
  sheet.expect_near(
      kSourceDevice, 1, 0.05,
      "At n = 20000, the GPU takes as long as the CPU. At n = 40000, it takes a quarter of the CPU's time, "
      "which has grown by the factor above.");
  sheet.expect_near(kSourceCopies, 0.064, 0.002,
                    "20000 doubles are copied to the GPU and back: 320000 bytes at 5 GB/s.");
  const char letter = sheet.letter(kSourceWhy, "abcd");
  if (letter == 'a')
    wrong(
        "Answer a is wrong: four times as many comparisons would take longer, but the whole time hardly "
        "changes.");
  if (letter == 'b')
    wrong("Answer b is wrong: the kernel alone took 13 ms, and the copies less than a hundredth of that.");
  if (letter == 'd')
    wrong("Answer d is wrong: reading and writing each key once moves 320000 bytes, which takes DRAM 2 us.");
  sheet.expect_near(
      kSourceMost, 1013.0 / 13, 0.5,
      "The GPU's total time is never below the kernel's, which grows as fast as the CPU's time: compare "
      "the two at n = 20000.");
}
