// SPDX-License-Identifier: Apache-2.0
// The table of properties that runs are compared by: one for all labs.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "contrast.h"

namespace verifier {

// A number that a run has or has not.
using property = std::optional<std::int64_t>;
constexpr std::int64_t kLanesOfWarp = 32;

property number_of(const run_facts& run, const char* name);

struct condition {
  int rank;          // the simplest is the lowest
  std::string text;  // "tile > 256"
  std::function<property(const run_facts&)> holds;
  std::size_t choices = 1;  // that the table had: of a bound, as many as there are values to cut between
  bool of_input = false;    // looks at the keys, and not at the request's numbers alone
};

// From this rank on a condition that also holds for runs that are right says nothing.
constexpr int kByAccident = 30;

// Those that the table and the numbers of these runs give, in order of their rank.
std::vector<condition> conditions_for(const std::vector<run_facts>& runs);

}  // namespace verifier
