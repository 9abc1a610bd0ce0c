// SPDX-License-Identifier: Apache-2.0
// Findings come before results, because they explain wrong results.
#include <algorithm>

#include "lab_test.h"

using namespace verifier;

namespace {

// [clean-result]
void expect_clean_result(const answer& a, const char* result, const std::vector<std::uint32_t>& expected) {
  expect_clean(a);
  expect_equal(a.get<std::uint32_t>(result), expected, result, "The checkers have found nothing here.");
  if (!expected.empty()) expect_ran_on_device(a, expected.size() * sizeof(std::uint32_t));
}
// [clean-result]

}  // namespace

// [clean-test]
GRADED_TEST(Lab09, CopyIsClean) {
  for (const std::size_t n : {0, 1, 256, 700}) {
    const auto in = uniform<std::uint32_t>(n);
    const answer a =
        request("reverse_copy").input("d_in", in).output<std::uint32_t>("d_out", n).counted().run();
    expect_clean_result(a, "d_out", {in.rbegin(), in.rend()});
  }
}
// [clean-test]

GRADED_TEST(Lab09, TilesAreClean) {
  for (const char* schedule : {"", "fifo", "reverse", "random:1"}) {
    const auto in = uniform<std::uint32_t>(1000);
    auto expected = in;
    for (auto begin = expected.begin(); begin != expected.end();) {
      const auto end = begin + std::min<std::ptrdiff_t>(96, expected.end() - begin);
      std::reverse(begin, end);
      begin = end;
    }
    const answer a =
        request("reverse_tiles").in_out("d_data", in).param("tile", 96).schedule(schedule).counted().run();
    expect_clean_result(a, "d_data", expected);
  }
}
