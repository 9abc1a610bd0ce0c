// SPDX-License-Identifier: Apache-2.0
// The toy lab exists to check the grader: one test per oracle.
#include <numeric>

#include "lab_test.h"

using namespace verifier;

namespace {
constexpr double kSeconds = 1.5;  // endless loops of wrong runners reach it
}

GRADED_TEST(Lab90, KeysAreSorted) {
  std::vector<std::size_t> sizes = sizes_around(16);
  sizes.insert(sizes.end(), {34, 48, 64, 100});  // so that no bound fits the failures by luck
  for (const family& keys_of : key_families())
    for (const std::size_t n : sizes) {
      const auto keys = keys_of.make(n);
      trial([&] {
        const auto answer = request("sort")
                                .param("block_size", 16)
                                .input("keys", keys)
                                .output<std::uint32_t>("sorted", n)
                                .timeout(kSeconds)
                                .run();
        expect_sorted_copy(answer.get<std::uint32_t>("sorted"), keys);
      });
    }
}

GRADED_TEST(Lab90, PairsAreSortedStably) {
  const std::size_t n = 1000;
  const auto keys = few_distinct<std::uint32_t>(n);
  std::vector<std::uint32_t> values(n);
  std::iota(values.begin(), values.end(), 0u);
  const auto answer =
      request("sort_pairs").in_out("keys", keys).in_out("values", values).timeout(kSeconds).run();
  expect_sorted_pairs(answer.get<std::uint32_t>("keys"), answer.get<std::uint32_t>("values"), keys, values);
}

GRADED_TEST(Lab90, SumsMatch) {
  const std::size_t n = 61;
  const auto values = uniform<std::uint32_t>(n);
  std::vector<std::uint32_t> sums((n + 3) / 4);
  for (std::size_t i = 0; i < n; ++i) sums[i / 4] += values[i];
  const auto answer = request("sums")
                          .input("values", values)
                          .output<std::uint32_t>("sums", sums.size())
                          .timeout(kSeconds)
                          .run();
  expect_equal(answer.get<std::uint32_t>("sums"), sums, "sums", "Usually the last block reads past the end.");
}

GRADED_TEST(Lab90, BadArgumentsAreRefused) {
  request("sums")
      .null_buffer("values")
      .param("n", 5)
      .output<std::uint32_t>("sums", 2)
      .timeout(kSeconds)
      .run_refused("values");
}

GRADED_TEST(Lab90, DoublesAreSorted) {
  const auto keys = special_doubles(200);
  const auto answer = request("sort_doubles")
                          .input("keys", keys)
                          .output<double>("sorted", keys.size())
                          .timeout(kSeconds)
                          .run();
  expect_sorted_copy(answer.get<double>("sorted"), keys);
}

GRADED_TEST(Lab90, PhasesAreShown) {
  const auto keys = uniform<std::uint32_t>(1000);
  const auto answer = request("sort")
                          .param("block_size", 16)
                          .input("keys", keys)
                          .output<std::uint32_t>("sorted", keys.size())
                          .timeout(kSeconds)
                          .run();
  expect_sorted_copy(answer.get<std::uint32_t>("sorted"), keys);
  expect_true(answer.phases().size() == 2 && answer.value("passes") == 1,
              "the adapter reports two phases and one pass");
  for (const baseline work : {baseline::sort, baseline::scan, baseline::sort}) show_baselines(work, keys);
  show_phases("toy", keys.size(), answer.phases());
  request other("sort_in_place");
  other.in_out("keys", keys).timeout(kSeconds);
  show_other_lab("other", "91_other", other, keys);
  const auto again = request("sort_in_place").in_out("keys", keys).run();  // by this lab's own runner
  expect_sorted_copy(again.get<std::uint32_t>("keys"), keys);
}

namespace {
answer checked_sort() {
  const auto keys = uniform<std::uint32_t>(100);
  return request("sort")
      .param("block_size", 16)
      .input("keys", keys)
      .output<std::uint32_t>("sorted", keys.size())
      .timeout(kSeconds)
      .counted()
      .run();
}
}  // namespace

GRADED_TEST(Lab90, SortIsClean) {
  const answer a = checked_sort();
  expect_clean(a);
  expect_ran_on_device(a, 400);
}

GRADED_TEST(Lab90, SortStaysInBudget) {
  needs_checkers();
  const auto keys = uniform<std::uint32_t>(100);  // must not decide the verdict
  const auto plain = request("sort")
                         .param("block_size", 16)
                         .input("keys", keys)
                         .output<std::uint32_t>("sorted", keys.size())
                         .timeout(kSeconds)
                         .run();
  expect_sorted_copy(plain.get<std::uint32_t>("sorted"), keys);
  expect_at_most(checked_sort(), cost::global_load_sectors, 13, "One sector for 8 keys.");
}

GRADED_TEST(Lab90, SortIsRight) {
  const auto keys = uniform<std::uint32_t>(100);
  const auto answer = request("sort")
                          .param("block_size", 16)
                          .input("keys", keys)
                          .output<std::uint32_t>("sorted", keys.size())
                          .timeout(kSeconds)
                          .run();
  expect_sorted_copy(answer.get<std::uint32_t>("sorted"), keys);
}
