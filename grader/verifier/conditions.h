// SPDX-License-Identifier: Apache-2.0
// The conditions by which runs are compared. All labs share one table of conditions.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "contrast.h"

namespace verifier {

// A number that describes a run, if the run has it.
using property = std::optional<std::int64_t>;
constexpr std::int64_t kLanesOfWarp = 32;

property number_of(const run_facts& run, const char* name);

struct condition {
  int rank;          // the lower, the simpler
  std::string text;  // "tile > 256"
  std::function<property(const run_facts&)> holds;
  std::size_t choices = 1;  // the number of similar conditions: a bound can be between any two values
  bool of_input = false;    // depends on the keys, not only on the request's parameters
};

// A condition of this rank or a higher one explains nothing if it also holds for right runs.
constexpr int kByAccident = 30;

// Returns whether each complication of `run`, such as a partial last tile, is also one of `than`.
bool has_no_other_complication(const run_facts& run, const run_facts& than);

// Returns the conditions that the table yields for the numbers of these runs, in order of rank.
std::vector<condition> conditions_for(const std::vector<run_facts>& runs);

}  // namespace verifier
