// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "digits_model.h"
#include "lab_test.h"
#include "pass_slips.h"
#include "tables.h"

namespace {

using namespace verifier;
using named_keys = verifier::keys<std::uint32_t>;
using namespace lab02;
using std::size_t;

// Counts the passes in which not all keys have the same digit.
int moving_passes(const named_keys& keys, int bits) {
  int moving = 0;
  for (int shift = 0; bits > 0 && shift < 32; shift += bits)
    moving += std::any_of(keys.begin(), keys.end(), [&](u32 key) {
      return digit_of(key, shift, bits) != digit_of(keys[0], shift, bits);
    });
  return moving;
}

request histogram(const named_keys& keys, int shift, int bits) {
  return request("histogram")
      .input("keys", keys)
      .output<u32>("counts", bits > 0 ? bins(bits) : 1)
      .param("shift", shift)
      .param("bits", bits);
}

request scatter(const named_keys& keys, int shift, int bits) {
  return request("scatter")
      .input("keys", keys)
      .output<u32>("out", keys.size())
      .in_out("starts", starts_of(counts_of(keys, shift, bits)))
      .param("shift", shift)
      .param("bits", bits);
}

request sort(const named_keys& keys, int bits, const std::string& exercise = "sort") {
  return request(exercise).in_out("keys", keys).output<u32>("scratch", keys.size()).param("bits", bits);
}

request sort_pairs(const named_keys& keys, const named_keys& values, int bits) {
  return request("sort_pairs")
      .in_out("keys", keys)
      .in_out("values", values)
      .output<u32>("scratch_keys", keys.size())
      .output<u32>("scratch_values", keys.size())
      .param("bits", bits)
      .fact("moved", moving_passes(keys, bits));
}

std::vector<slip> slips_of_counts(const keys_t& keys, const keys_t& got, digit d) {
  const auto counted = [&](auto digit_of_key) {
    keys_t counts(bins(d.bits));
    for (const u32 key : keys) ++counts[digit_of_key(key) & (bins(d.bits) - 1)];
    return counts;
  };
  keys_t without_first = counts_of(keys, d.shift, d.bits), without_last = without_first;
  if (!keys.empty()) {
    --without_first[digit_of(keys.front(), d.shift, d.bits)];
    --without_last[digit_of(keys.back(), d.shift, d.bits)];
  }
  return {
      {"signed", got == counted([&](u32 key) { return static_cast<std::int32_t>(key) >> d.shift; }),
       "The keys were shifted as signed numbers, which copies bit 31 into the bits above. They are std::uint32_t."},
      {"no shift", got == counted([](u32 key) { return key; }) && d.shift > 0,
       "These are the counts of the lowest digit. The digit begins at `shift`."},
      {"narrow", got == counted([&](u32 key) { return (key >> d.shift) & (bins(d.bits - 1) - 1); }),
       "The digit has one bit too few: the mask is (2^bits - 1)."},
      {"first key", got == without_first, "The first key is not counted."},
      {"last key", got == without_last, "The last key is not counted."}};
}

void expect_pairs(const answer& a, const named_keys& keys, const named_keys& values) {
  expect_sorted_pairs(a.get<u32>("keys"), a.get<u32>("values"), keys, values);
}

void expect_sorted(const answer& a, const named_keys& keys, int bits) {
  const auto got = a.get<u32>("keys"), scratch = a.get<u32>("scratch");
  keys_t expected = keys;
  std::sort(expected.begin(), expected.end());
  if (got == expected) return;
  std::vector<slip> slips = slips_of_passes(keys, got, bits);
  // After an odd number of passes, the arrays are equal if either was copied to the other.
  if (passes(bits) % 2 == 1 && scratch == got)
    for (slip& one : slips)
      if (one.name == "last pass")
        one = {
            "copy", one.fits,
            "The keys are as they were before the last pass, and `scratch` has the same contents. A copy from `keys` "
            "to `scratch` has this effect; it must go the other way."};
  expect_sorted_copy(got, keys, slips);
}

void expect_value(const answer& a, const std::string& name, double expected, const std::string& meaning) {
  const double got = a.value(name);
  expect_true(got == expected, "`" + name + "` is " + std::to_string(static_cast<long>(got)) +
                                   " instead of " + std::to_string(static_cast<long>(expected)) + ": " +
                                   meaning + ".");
}

constexpr std::pair<const char*, int> kCaches[] = {{"l1d", _SC_LEVEL1_DCACHE_SIZE},
                                                   {"l2", _SC_LEVEL2_CACHE_SIZE},
                                                   {"l3", _SC_LEVEL3_CACHE_SIZE},
                                                   {"line", _SC_LEVEL1_DCACHE_LINESIZE}};

void expect_stats(const answer& a, const named_keys& keys, int bits) {
  const int moving = moving_passes(keys, bits);
  const std::string meaning =
      "a pass is skipped if and only if all keys have the same digit, whatever digit it is";
  expect_true(a.value("moved") != -1 || a.value("skipped") != -1,
              "`stats` was not written: `moved` and `skipped` are unchanged.");
  expect_true(a.value("moved") != moving - 1 || a.value("skipped") != passes(bits) - moving - 1,
              "`moved` and `skipped` are 1 too small. Both were -1 before the call: `stats` can have any "
              "content then, so set both to 0 before you count.");
  expect_value(a, "moved", moving, meaning);
  expect_value(a, "skipped", passes(bits) - moving, meaning);
}

}  // namespace

GRADED_TEST(Lab02, HistogramCountsTheDigitAtAnyShift) {
  for (const digit& d : std::vector<digit>{{0, 1}, {0, 8}, {8, 8}, {24, 8}, {5, 11}, {16, 16}, {31, 1}})
    for (const family& f : key_families()) {
      const auto keys = f.make(1009);
      trial([&] {
        const auto counts = histogram(keys, d.shift, d.bits).run().get<u32>("counts");
        expect_equal(counts, counts_of(keys, d.shift, d.bits), "counts", slips_of_counts(keys, counts, d));
      });
    }
  const auto many = all_equal<u32>(70001);  // more than a 16-bit counter can hold
  expect_equal(histogram(many, 8, 8).run().get<u32>("counts"), counts_of(many, 8, 8), "counts");
}

GRADED_TEST(Lab02, HistogramOfTheLastDigitStopsAtBit31) {
  for (const digit& d : std::vector<digit>{{22, 11}, {28, 7}, {31, 16}, {30, 3}}) {
    const auto keys = uniform<u32>(500);
    trial([&] {
      const auto counts = histogram(keys, d.shift, d.bits).run().get<u32>("counts");
      expect_equal(counts, counts_of(keys, d.shift, d.bits), "counts",
                   {slips_of_counts(keys, counts, d),
                    "Bits past bit 31 count as 0, so only the lower bins have keys."});
    });
  }
  expect_equal(histogram({}, 0, 8).run().get<u32>("counts"), keys_t(256), "counts",
               "There are no keys, so every count must be 0.");
  for (int bits : {0, -3, 17}) histogram({1, 2}, 0, bits).run_refused("bits");
  for (int shift : {-1, 32}) histogram({1, 2}, shift, 8).run_refused("shift");
  const auto bare = [] { return request("histogram").param("shift", 0).param("bits", 8); };
  bare().param("n", 3).null_buffer("keys").output<u32>("counts", 256).run_refused("keys");
  bare().input("keys", keys_t{1, 2}).null_buffer("counts").run_refused("counts");
  bare()
      .param("n", std::int64_t{1} << 32)
      .input("keys", keys_t{1})
      .output<u32>("counts", 256)
      .run_refused("n");
}

GRADED_TEST(Lab02, ScanIsExclusive) {
  for (int bits : {1, 2, 8, 11, 16}) {
    keys_t counts = uniform<u32>(bins(bits));
    for (u32& count : counts) count %= 60000;
    trial([&] {
      const answer a = request("exclusive_scan")
                           .input("counts", counts)
                           .output<u32>("starts", bins(bits))
                           .param("bits", bits)
                           .run();
      const auto got = a.get<u32>("starts");
      expect_equal(got, starts_of(counts), "starts",
                   {{{"inclusive", got == inclusive_of(counts), "These are the inclusive sums."},
                     {"copy", got == counts, "`starts` has the counts themselves: nothing was added up."}},
                    "starts[d] is the sum of the counts before d, without counts[d]. starts[0] is 0."});
    });
  }
  const auto bare = [] { return request("exclusive_scan").param("bits", 3); };
  bare().null_buffer("counts").output<u32>("starts", 8).run_refused("counts");
  bare().input("counts", keys_t(8)).null_buffer("starts").run_refused("starts");
  request("exclusive_scan")
      .param("bits", 17)
      .input("counts", keys_t(8))
      .output<u32>("starts", 8)
      .run_refused("bits");
}

GRADED_TEST(Lab02, ScanWorksInPlace) {
  for (int bits : {1, 4, 12}) {
    keys_t counts = uniform<u32>(bins(bits));
    for (u32& count : counts) count %= 1000;
    trial([&] {
      const answer a = request("exclusive_scan_in_place").in_out("counts", counts).param("bits", bits).run();
      const auto got = a.get<u32>("counts");
      expect_equal(
          got, starts_of(counts), "counts",
          std::vector<slip>{{"overwritten", got == keys_t(got.size()),
                             "All sums are 0: counts and starts are the same array here, so read a count "
                             "before you overwrite it."}});
    });
  }
}

GRADED_TEST(Lab02, ScatterOrdersByOneDigit) {
  for (const digit& d : std::vector<digit>{{0, 1}, {0, 8}, {24, 8}, {22, 11}, {16, 16}})
    for (size_t n : {0, 1, 2, 257, 5003}) {
      const auto keys = uniform<u32>(n);
      trial([&] {
        expect_equal(scatter(keys, d.shift, d.bits).run().get<u32>("out"),
                     ordered_by_digit(keys, d.shift, d.bits), "out");
      });
    }
  const auto bare = [] { return request("scatter").param("shift", 0).param("bits", 1); };
  bare()
      .param("n", 2)
      .null_buffer("keys")
      .output<u32>("out", 2)
      .in_out("starts", keys_t{0, 1})
      .run_refused("keys");
  bare().input("keys", keys_t{1, 0}).null_buffer("out").in_out("starts", keys_t{0, 1}).run_refused("out");
  bare().input("keys", keys_t{1, 0}).output<u32>("out", 2).null_buffer("starts").run_refused("starts");
}

GRADED_TEST(Lab02, ScatterKeepsTheOrderOfEqualDigits) {
  keys_t keys(3000);  // a key's lower half distinguishes it from keys with the same digit
  const auto draw = uniform<u32>(keys.size());
  for (size_t i = 0; i < keys.size(); ++i) keys[i] = (draw[i] % 5) << 16 | static_cast<u32>(keys.size() - i);
  const auto out = scatter(keys, 16, 4).run().get<u32>("out");
  const bool by_digit = ordered_by_digit(out, 16, 4) == static_cast<const keys_t&>(out) &&
                        std::is_permutation(out.begin(), out.end(), keys.begin());
  expect_equal(out, ordered_by_digit(keys, 16, 4), "out",
               by_digit ? "Keys with equal digits must keep their order." : "");
}

GRADED_TEST(Lab02, ScatterAdvancesTheStarts) {
  const auto keys = zipf<u32>(2000);
  const keys_t counts = counts_of(keys, 3, 6);
  keys_t ends = starts_of(counts);
  for (size_t d = 0; d < ends.size(); ++d) ends[d] += counts[d];
  trial([&] {
    expect_equal(scatter(keys, 3, 6).run().get<u32>("starts"), ends, "starts",
                 "Each start must have moved to the place after the last key of its digit.");
  });
}

GRADED_TEST(Lab02, SortIsRightForEveryDigitWidth) {
  for (int bits = 1; bits <= 16; ++bits) {
    const auto keys = uniform<u32>(3001);
    trial([&] { expect_sorted(sort(keys, bits).run(), keys, bits); });
  }
  for (int bits : {0, 17}) sort({2, 1}, bits).run_refused("bits");
  const auto bare = [] { return request("sort").param("bits", 8); };
  bare().param("n", 2).null_buffer("keys").output<u32>("scratch", 2).run_refused("keys");
  bare().in_out("keys", keys_t{2, 1}).null_buffer("scratch").run_refused("scratch");
  bare()
      .param("n", std::int64_t{1} << 32)
      .in_out("keys", keys_t{2, 1})
      .output<u32>("scratch", 2)
      .run_refused("n");
}

GRADED_TEST(Lab02, SortEndsInKeysAfterAnyNumberOfPasses) {
  const auto draw = uniform<u32>(2000);
  for (int bits : {8, 11, 5}) {
    for (int live = 0; live <= passes(bits); ++live) {  // keys that differ in only `live` digits
      keys_t keys = draw;
      const int kept = std::min(32, live * bits);
      for (u32& key : keys) key = kept == 32 ? key : key & ((1u << kept) - 1);
      for (const char* exercise : {"sort", "sort_plain"})
        trial([&] {
          expect_sorted(
              sort(keys, bits, exercise).note("passes that move keys: " + std::to_string(live)).run(), keys,
              bits);
        });
    }
  }
}

GRADED_TEST(Lab02, SortSkipsPassesWhoseDigitIsConstant) {
  for (const family& f : key_families()) {
    for (int bits : {4, 8, 11}) {
      const auto keys = f.make(1500);
      trial([&] {
        const answer a = sort(keys, bits).run();
        expect_sorted(a, keys, bits);
        expect_stats(a, keys, bits);
      });
    }
  }
}

GRADED_TEST(Lab02, SortHandlesEveryKindAndSizeOfInput) {
  for (const family& f : key_families())
    for (size_t n : sizes_around(256)) {
      const auto keys = f.make(n);
      trial([&] { expect_sorted(sort(keys, 8).run(), keys, 8); });
    }
}

GRADED_TEST(Lab02, SortOfManyKeysShowsItsPhases) {
  const auto keys = uniform<u32>(scaled((size_t{1} << 20) + 1, (size_t{1} << 24) + 1));
  for (int bits : {8, 11}) {
    const answer a = sort(keys, bits).timeout(60).run();
    expect_sorted(a, keys, bits);
    for (const char* part : {"histogram", "scan", "scatter"})
      expect_true(a.phases().empty() || std::any_of(a.phases().begin(), a.phases().end(),
                                                    [&](const phase& p) { return p.name == part; }),
                  std::string("The keys are sorted, but the timer has no phase \"") + part +
                      "\". Put lab::timed_phase phase(timer, \"" + part + "\") around that step.");
    show_phases("radix r=" + std::to_string(bits), keys.size(), a.phases());
  }
  show_baselines(baseline::sort, keys);
}

GRADED_TEST(Lab02, PairsStayTogether) {
  for (int bits : {1, 8, 11, 16})
    for (size_t n : {0, 1, 2, 2003, 70001}) {
      const auto keys = uniform<u32>(n), values = uniform<u32>(n);
      trial([&] { expect_pairs(sort_pairs(keys, values, bits).run(), keys, values); });
    }
  for (int bits : {1, 4, 8, 11, 16}) {  // one pass moves the pairs, the others are skipped
    named_keys keys = uniform<u32>(2003);
    for (u32& key : keys) key %= bins(bits);
    const auto values = uniform<u32>(keys.size());
    trial([&] { expect_pairs(sort_pairs(keys, values, bits).run(), keys, values); });
  }
  const keys_t two{2, 1};
  for (const std::string missing : {"keys", "values", "scratch_keys", "scratch_values"}) {
    request r("sort_pairs");
    for (const std::string name : {"keys", "values", "scratch_keys", "scratch_values"})
      name == missing ? r.null_buffer(name) : r.in_out(name, two);
    r.param("n", 2).param("bits", 8).run_refused(missing);
  }
  sort_pairs(two, two, 0).run_refused("bits");
}

GRADED_TEST(Lab02, EqualKeysKeepTheOrderOfTheirValues) {
  for (const family& f : key_families())
    for (int bits : {8, 11}) {  // an even and an odd number of passes
      const auto keys = f.make(1201), values = ascending<u32>(1201);
      trial([&] {
        const answer a = sort_pairs(keys, values, bits).run();
        expect_pairs(a, keys, values);
        expect_stats(a, keys, bits);
      });
    }
}

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
