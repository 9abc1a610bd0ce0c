// SPDX-License-Identifier: Apache-2.0
// Delta debugging (A. Zeller, R. Hildebrandt: Simplifying and Isolating Failure-Inducing Input, 2002) on the
// switches of a run: removes those that are not needed for the output to differ.
#pragma once
#include <functional>

#include "program.h"
#include "record.h"

namespace explore {

// Returns the smallest set of switches found. `differs` says whether a run's output still differs. No switch
// in the set can be left out, unless `most_runs` was too small.
std::vector<decision> shorten(program& p, const record& r, const std::function<bool(const outcome&)>& differs,
                              std::size_t most_runs);

}  // namespace explore
