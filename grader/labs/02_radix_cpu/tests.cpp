// SPDX-License-Identifier: Apache-2.0
// Exercises 1 to 3: the steps of a pass.
#include <algorithm>
#include <vector>

#include "digits_calls.h"

namespace {

using namespace verifier;
using namespace lab02;
using std::size_t;

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
  trial([&] {
    expect_equal(scatter(keys, 3, 6).run().get<u32>("starts"), inclusive_of(counts_of(keys, 3, 6)), "starts",
                 "Each start must have moved to the place after the last key of its digit.");
  });
}
