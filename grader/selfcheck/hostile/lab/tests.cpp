// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "lab_test.h"

using namespace verifier;

namespace {

using words = std::vector<std::uint32_t>;
constexpr double kSecondsForEach = 2;

// The first keys are always the same, because a submission may have stored the answer.
words keys_for(std::size_t n, bool sample) {
  words keys = uniform<std::uint32_t>(n);
  for (std::size_t i = 0; sample && i < n; ++i) keys[i] = static_cast<std::uint32_t>(i);
  return keys;
}

answer expect_reversed(const request& asked, words keys) {
  const answer a = request(asked)
                       .input("d_in", keys)
                       .output<std::uint32_t>("d_out", keys.size())
                       .timeout(kSecondsForEach)
                       .run();
  std::reverse(keys.begin(), keys.end());
  expect_equal(a.get<std::uint32_t>("d_out"), keys, "d_out");
  return a;
}

}  // namespace

GRADED_TEST(Lab80, CopyIsRight) {
  expect_reversed(request("reverse_copy"), keys_for(16, true));
  for (const std::size_t n : {1, 1000, 1000, 3000})
    expect_reversed(request("reverse_copy"), keys_for(n, false));
}

GRADED_TEST(Lab80, CopyIsClean) {
  const std::size_t n = 500;
  const auto keys = uniform<std::uint32_t>(n);
  const answer a = request("reverse_copy")
                       .input("d_in", keys)
                       .output<std::uint32_t>("d_out", n)
                       .timeout(kSecondsForEach)
                       .counted(100)
                       .run();
  expect_clean(a);
  expect_equal(a.get<std::uint32_t>("d_out"), words(keys.rbegin(), keys.rend()), "d_out");
  expect_ran_on_device(a, n * sizeof(std::uint32_t));
}
