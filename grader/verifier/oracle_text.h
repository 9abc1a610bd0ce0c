// SPDX-License-Identifier: Apache-2.0
// Describes a wrong result: which elements are wrong, a window around the first, and what the pattern
// suggests.
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
  bool explained = false;  // the test itself explains the mistake, so no pattern is needed
};

// Parts of `seen` if the wrong elements still have the memory's initial content, or the content from before
// the call. proof.cpp recognises them.
inline constexpr const char* kInitialContent = "the initial content of the simulated device's memory";
inline constexpr const char* kOneUntouched = "as it was before the call";
inline constexpr const char* kManyUntouched = "as they were before the call";

struct differences {
  std::string seen;   // "sums[17] is 4, expected 5. 12 of 257 elements are wrong, …", the window
  std::string guess;  // what the pattern suggests, which may be wrong; "" if it suggests nothing
  std::string map;    // judgement::map
};

// If the pattern suggests nothing, the guess is `usually`. Precondition: at least one element differs.
differences describe_differences(const comparison& compared, const std::string& usually = "");

}  // namespace verifier
