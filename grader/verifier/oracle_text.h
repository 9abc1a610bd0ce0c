// SPDX-License-Identifier: Apache-2.0
// The wording of a wrong answer: which elements, a window around the first, and what the pattern suggests.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace verifier {

// Two vectors of one size, seen only through functions, so that the wording is written once for all types.
struct comparison {
  std::string name;  // "sorted"
  std::size_t size = 0;
  std::function<bool(std::size_t)> differs;
  std::function<std::string(std::size_t)> got, expected;
  std::function<bool(std::size_t)> got_is_zero;
  std::function<bool(std::size_t)> got_is_fresh;  // what memory of the simulated device begins with
  std::function<bool(std::size_t)> unwritten;     // null: not known
  bool explained = false;  // the test says what a mistake means: no guesses from the pattern alone
};

// "sums[17] is 4, expected 5. 12 of 257 elements are wrong, the last at index 256.", the window, and what the
// pattern suggests; if it suggests nothing, `usually`. Precondition: some element differs.
std::string describe_differences(const comparison& compared, const std::string& usually = "");

}  // namespace verifier
