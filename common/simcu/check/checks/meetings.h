// SPDX-License-Identifier: Apache-2.0
// Threads for which other threads wait in vain: absent lanes, different masks, skipped barriers, and early
// ends.
#pragma once
#include <set>
#include <utility>

#include "base/observer.h"
#include "state/state.h"

namespace simcu::check {

class meetings {
 public:
  explicit meetings(const state& s) : state_(s) {}
  void misused(const block& b, const misuse& what);
  // Some threads of the block have ended and all others wait at a barrier.
  void barrier_opens(const block& b);
  void grid_barrier_opens(const launch& grid);

 private:
  // A barrier and a place in the code that does not come after it.
  std::set<std::pair<const void*, const void*>> in_order_;
  const state& state_;
};

}  // namespace simcu::check
