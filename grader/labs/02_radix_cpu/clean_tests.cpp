// SPDX-License-Identifier: Apache-2.0
// The compiler's checkers find accesses outside the arrays, even reads, and undefined behaviour.
#include <algorithm>
#include <numeric>

#include "digits_calls.h"

namespace {

using namespace verifier;
using namespace lab02;
using std::size_t;

// The last two digits reach past the key.
const std::vector<digit> kDigits{{0, 1}, {0, 8}, {24, 8}, {16, 16}, {22, 11}, {31, 16}};

keys_t sorted(keys_t keys) {
  std::sort(keys.begin(), keys.end());
  return keys;
}

}  // namespace

GRADED_TEST(Lab02, HistogramIsClean) {
  for (const digit d : kDigits)
    for (const size_t n : {0, 1, 100}) {
      const auto keys = uniform<std::uint32_t>(n);
      const answer a = histogram(keys, d.shift, d.bits).checked().run();
      expect_clean(a);
      expect_equal(a.get<std::uint32_t>("counts"), counts_of(keys, d.shift, d.bits), "counts");
    }
}

GRADED_TEST(Lab02, ScanIsClean) {
  for (const int bits : {1, 8, 16}) {
    const keys_t counts(bins(bits), 3);
    const keys_t starts = starts_of(counts);
    const answer apart = request("exclusive_scan")
                             .input("counts", counts)
                             .output<std::uint32_t>("starts", counts.size())
                             .param("bits", bits)
                             .checked()
                             .run();
    expect_clean(apart);
    expect_equal(apart.get<std::uint32_t>("starts"), starts, "starts");
    const answer in_place =
        request("exclusive_scan_in_place").in_out("counts", counts).param("bits", bits).checked().run();
    expect_clean(in_place);
    expect_equal(in_place.get<std::uint32_t>("counts"), starts, "counts");
  }
}

GRADED_TEST(Lab02, ScatterIsClean) {
  for (const digit d : kDigits)
    for (const size_t n : {0, 1, 100}) {
      const auto keys = uniform<std::uint32_t>(n);
      const answer a = scatter(keys, d.shift, d.bits).checked().run();
      expect_clean(a);
      expect_equal(a.get<std::uint32_t>("out"), ordered_by_digit(keys, d.shift, d.bits), "out");
    }
}

GRADED_TEST(Lab02, SortIsClean) {
  for (const int bits : {1, 5, 8, 11, 16})
    for (const size_t n : {0, 1, 2, 15, 16, 17, 500}) {
      const auto keys = uniform<std::uint32_t>(n);
      const answer a = sort(keys, bits).checked().run();
      expect_clean(a);
      expect_equal(a.get<std::uint32_t>("keys"), sorted(keys), "keys");
    }
}

GRADED_TEST(Lab02, PairsAreClean) {
  for (const int bits : {1, 8, 11})
    for (const size_t n : {0, 1, 17, 500}) {
      const auto keys = few_distinct<std::uint32_t>(n);
      keys_t values(n);
      std::iota(values.begin(), values.end(), 0u);
      const answer a = sort_pairs(keys, values, bits).checked().run();
      expect_clean(a);
      expect_sorted_pairs(a.get<std::uint32_t>("keys"), a.get<std::uint32_t>("values"), keys, values);
    }
}
