// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>

#include "checker_report.h"
#include "double_keys.h"
#include "lab_test.h"
#include "tables.h"

namespace {

using namespace verifier;
using namespace lab01;
using std::size_t;

// Describes the value in place of a time, but not the old content of memory that was not written.
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
  return time == 0 ? ". measure() adds up the phases of the timer that it passes to your function." : "";
}

// On the simulated device, a kernel can read the host's memory; on a GPU, it can't. Returns the number of
// bytes that were copied to the host.
std::uint64_t expect_pointers_of_the_device(request small) {
  const answer a = small.counted().run();
  for (const finding& f : a.checked().findings)
    if (f.kind == "host-pointer") expect_clean(a);
  return a.checked().copied_to_host;
}

}  // namespace

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
  // The last row is whole wherever it begins.
  const auto all = bits_of(sorted), row_of_all = bits_of(stably_sorted(keys));
  const auto last = std::find_end(all.begin(), all.end(), row_of_all.begin(), row_of_all.end()) - all.begin();
  for (size_t row = 0; row < block_sizes.size(); ++row) {
    const std::string name = row == 0 ? "sorted" : "(sorted + " + std::to_string(row) + " * n)";
    expect_stable_doubles(
        sorted.part(row * n, n), keys, name,
        static_cast<size_t>(last) % n != 0
            ? fmt::format("A row that is right begins at sorted + {}. Row r begins at sorted + "
                          "r * n.",
                          last)
            : "");
    expect_true(std::isfinite(ms[row]) && ms[row] > 0,
                "ms[" + std::to_string(row) + "], for blocks of " + std::to_string(block_sizes[row]) + ", " +
                    what_time_is(ms, row) + ": every block size needs a measured time above 0" +
                    how_to_measure(ms[row]));
  }
  ask(keys, {4096}).run_refused("block_size");
  if (!on_gpu()) expect_pointers_of_the_device(ask(distinguishable_ties(64), {32}));
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
  if (!on_gpu()) {
    constexpr size_t kFew = 64, kRuns = 2;  // measure() also makes a run that it does not count
    const std::uint64_t copied = expect_pointers_of_the_device(ask(distinguishable_ties(kFew), {kFew}));
    expect_true(copied >= kRuns * kFew * sizeof(double),
                "`total` must include the copy of the result to the host, in each of its " +
                    std::to_string(kRuns) + " runs (measure() does not count the first). With " +
                    std::to_string(kFew) + " keys, only " + std::to_string(copied) +
                    " bytes were copied to the host in all.");
  }
  timings table;
  for (size_t i = 0; i < sizes.size(); ++i)
    table.rows.push_back({static_cast<long>(sizes[i]), {rows[3 * i], rows[3 * i + 1], rows[3 * i + 2]}});
  show_timings(host_and_device_form(), table);
}

GRADED_TEST(Lab01, CrossoverIsWhereTheDeviceStaysAhead) {
  const std::vector<std::uint64_t> sizes{100, 5000, 10000, 20000, 40000};
  const auto expect = [&](const std::vector<double>& host, const std::vector<double>& total, size_t from,
                          const std::string& why) {
    std::vector<double> rows;  // the kernel alone is always faster, so comparing with it gives a wrong answer
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
  // The source says that keys have 4 bytes, but it stored 8. The square of the last size needs 64 bits.
  // Parameters must be integers.
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
    expect(a, "comparisons_per_s", n * n / seconds, "n^2 comparisons divided by the time in seconds");
    expect(a, "loads_gb_s", n * n * bytes / seconds / 1e9, "every thread requests n elements");
    expect(a, "sectors_gb_s", warps * n * 32 / seconds / 1e9,
           "ceil(n/32) warps request n 32-byte sectors each, because a warp's lanes load the same element");
    expect(a, "dram_gb_s", dram, "n elements are read once and written once; the caches serve the rest");
    expect(a, "dram_share", dram / static_cast<double>(m.peak_gb_s), "dram_gb_s divided by peak_gb_s");
  }
}
