// SPDX-License-Identifier: Apache-2.0
// The conditions by which runs are compared; all labs share one table.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "contrast.h"

namespace verifier {

// A number that a run may have.
using property = std::optional<std::int64_t>;
constexpr std::int64_t kLanesOfWarp = 32;

property number_of(const run_facts& run, const char* name);

struct condition {
  int rank;          // the simplest is the lowest
  std::string text;  // "tile > 256"
  std::function<property(const run_facts&)> holds;
  std::size_t choices = 1;  // how many such conditions there are: a bound may be between any two values
  bool of_input = false;    // depends on the keys, not only on the request's numbers
};

// A condition of this rank or above that also holds for right runs explains nothing.
constexpr int kByAccident = 30;

// The conditions that the table and the numbers of these runs yield, in order of their rank.
std::vector<condition> conditions_for(const std::vector<run_facts>& runs);

}  // namespace verifier
