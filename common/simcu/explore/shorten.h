// SPDX-License-Identifier: Apache-2.0
// Delta debugging (A. Zeller, R. Hildebrandt: Simplifying and Isolating Failure-Inducing Input, 2002) of a
// run's switches.
#pragma once
#include <functional>

#include "program.h"
#include "record.h"

namespace explore {

// No switch in the result can be left out, unless `most_runs` was too small.
std::vector<decision> shorten(program& p, const record& r, const std::function<bool(const outcome&)>& differs,
                              std::size_t most_runs);

}  // namespace explore
