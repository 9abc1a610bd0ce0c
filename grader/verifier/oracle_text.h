// SPDX-License-Identifier: Apache-2.0
// Describes a wrong result: which elements are wrong, a window around the first, and what the pattern
// suggests.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace verifier {

// Two vectors of one size, accessed only through functions, so that the text is written once for all types.
struct comparison {
  std::string name;  // "sorted"
  std::size_t size = 0;
  std::function<bool(std::size_t)> differs;
  std::function<std::string(std::size_t)> got, expected;
  std::function<bool(std::size_t)> got_is_zero;
  std::function<bool(std::size_t)> got_is_fresh;  // has the initial bytes of simulated device memory
  std::function<bool(std::size_t)> unwritten;     // null: not known
  std::size_t bytes = 1;                          // of an element
  bool explained = false;  // the test explains the mistake, so the pattern alone suggests nothing
};

struct differences {
  std::string seen;   // "sums[17] is 4, expected 5. 12 of 257 elements are wrong, …", the window
  std::string guess;  // what the pattern suggests, which may be wrong; "" if it suggests nothing
  std::string map;    // judgement::map
};

// If the pattern suggests nothing, the guess is `usually`. Precondition: some element differs.
differences describe_differences(const comparison& compared, const std::string& usually = "");

}  // namespace verifier
