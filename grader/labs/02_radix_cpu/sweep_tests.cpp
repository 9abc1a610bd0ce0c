// SPDX-License-Identifier: Apache-2.0
// Exercise 6: the sweep over r, and what the caches suggest.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "digits_calls.h"
#include "tables.h"

namespace {

using namespace verifier;
using namespace lab02;
using std::size_t;

constexpr std::pair<const char*, int> kCaches[] = {{"l1d", _SC_LEVEL1_DCACHE_SIZE},
                                                   {"l2", _SC_LEVEL2_CACHE_SIZE},
                                                   {"l3", _SC_LEVEL3_CACHE_SIZE},
                                                   {"line", _SC_LEVEL1_DCACHE_LINESIZE}};

}  // namespace

GRADED_TEST(Lab02, SweepHasARowForEveryDigitWidth) {
  const auto keys = uniform<u32>((size_t{1} << 20) + 1);
  const answer a = request("sweep")
                       .input("keys", keys)
                       .output<u32>("sorted", keys.size())
                       .output<double>("rows", 16 * 6)
                       .param("repeats", 3)
                       .timeout(60)
                       .run();
  expect_sorted_copy(a.get<u32>("sorted"), keys);
  const auto rows = a.get<double>("rows");
  const char* fields[] = {"bits", "histogram", "scan", "scatter", "copy"};
  for (int row = 0; row < 16; ++row) {
    const double* r = &rows[static_cast<size_t>(row) * 6];
    expect_true(r[0] == row + 1, "rows[" + std::to_string(row) + "].bits is " +
                                     std::to_string(static_cast<long>(r[0])) +
                                     ": row r - 1 is for digits of r bits");
    for (int f = 1; f < 5; ++f)
      expect_true(std::isfinite(r[f]) && r[f] >= 0 && (r[f] > 0 || f == 2 || f == 4),
                  "rows[" + std::to_string(row) + "]." + fields[f] + " is " + std::to_string(r[f]) +
                      ": it must be the measured time of that phase");
    expect_true(passes(row + 1) % 2 != 0 || r[4] == 0,
                "rows[" + std::to_string(row) + "].copy is " + std::to_string(r[4]) + ", but digits of " +
                    std::to_string(row + 1) +
                    " bits take an even number of passes, so nothing is copied back");
  }
  timings table;
  table.facts["n"] = std::to_string(keys.size());
  for (const auto& [level, what] : kCaches)
    table.facts[std::string(level) + "_bytes"] = std::to_string(std::max(0l, sysconf(what)));
  for (size_t row = 0; row < 16; ++row)
    table.rows.push_back({static_cast<long>(row) + 1, {&rows[row * 6 + 1], &rows[row * 6 + 5]}});
  show_timings(digit_bits_form(), table);
}

GRADED_TEST(Lab02, FastestBitsReadsTheTable) {
  const auto expect = [](const std::vector<double>& rows, int bits, const std::string& why) {
    const answer a = request("fastest_bits").input("rows", rows).run();
    const double got = a.value("bits");
    for (std::size_t row = 0; 2 * row < rows.size(); ++row)
      expect_true(got == bits || got != static_cast<double>(row) || rows[2 * row] != bits,
                  "`bits` is " + std::to_string(row) +
                      ", which is the index of the right row. Its `bits` are " + std::to_string(bits) + ".");
    expect_value(a, "bits", bits, why);
  };
  expect({1, 80, 2, 40, 4, 20, 8, 12, 11, 10, 16, 30}, 11, "the row with the smallest total wins");
  expect({8, 12, 4, 12, 11, 12}, 4,
         "if totals are equal, the narrowest digit is right, whatever the order of the rows");
  expect({16, 5}, 16, "the only row is the fastest");
  expect({}, 0, "there are no rows");
}

GRADED_TEST(Lab02, CacheSizesComeFromTheSystem) {
  const answer a = request("read_cache_sizes").run();
  for (const auto& [name, what] : kCaches)
    expect_value(a, name, static_cast<double>(std::max(0l, sysconf(what))),
                 "sysconf's value in bytes, or 0 if it does not know the size");
}

GRADED_TEST(Lab02, WorkingSetPredictsTheDigitWidth) {
  for (int bits : {1, 8, 11, 16})
    for (int line : {32, 64, 128})
      expect_value(request("working_set").param("bits", bits).param("line_bytes", line).run(), "bytes",
                   static_cast<double>(bins(bits) * (4 + static_cast<size_t>(line))),
                   "2^bits 4-byte starts and as many open lines");
  const auto expect = [](std::int64_t cache, int line, int bits, const std::string& why) {
    expect_value(request("predicted_bits").param("cache_bytes", cache).param("line_bytes", line).run(),
                 "bits", bits, why);
  };
  expect(32 << 10, 64, 8, "256 digits fit; 512 digits need 2 KiB more than there is");
  expect(48 << 10, 64, 8, "512 digits fit, but 9 bits need as many passes as 8 bits");
  expect(2 << 20, 64, 11, "14 bits fit and need 3 passes, but so do 11 bits");
  expect(64 << 20, 64, 16, "all 16 bits fit");
  expect(256 << 20, 64, 16, "a digit has at most 16 bits, however large the cache is");
  expect(1 << 10, 64, 3, "3 bits fit, 4 bits do not, and fewer bits need more passes");
  expect(17408, 64, 8, "a working set that fills the cache exactly fits");
  expect(17407, 64, 7, "8 bits need one byte too many; 7 bits fit and take 5 passes");
  expect(100, 64, 0, "not even two digits fit");
}
