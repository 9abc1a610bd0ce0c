// SPDX-License-Identifier: Apache-2.0
// Describes a wrong result: which elements are wrong, and a window around the first.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace verifier {

// Two vectors of equal size, accessed through functions, so that the code need not be a template.
struct comparison {
  std::string name;  // "sorted"
  std::size_t size = 0;
  std::function<bool(std::size_t)> differs;
  std::function<std::string(std::size_t)> got, expected;
  std::function<bool(std::size_t)> got_is_zero;
  std::function<bool(std::size_t)> got_is_fresh;  // still has the initial bytes of simulated device memory
  std::function<bool(std::size_t)> unwritten;     // null: unknown
  std::size_t bytes = 1;                          // per element
  std::string input_name;                         // the row of the window above the expected elements
  std::function<std::string(std::size_t)> input;  // null: no such row
};

struct differences {
  std::string seen;        // "sums[17] is 4, expected 5. 12 of 257 elements are wrong, …", the window
  std::string map;         // judgement::map
  bool untouched = false;  // the wrong elements have the content from before the call, or initial content
  bool nothing = false;    // all elements do: nothing was stored
};

// Precondition: at least one element differs.
differences describe_differences(const comparison& compared);

}  // namespace verifier
