// SPDX-License-Identifier: Apache-2.0
// Finds threads for which other threads wait in vain. Examples are absent lanes that a shuffle reads, lanes
// with a different mask, threads that skip a barrier, and threads that end before grid.sync().
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
  // Called when some threads of the block have ended and all others wait at a barrier.
  void barrier_opens(const block& b);
  void grid_barrier_opens(const launch& grid);

 private:
  // Pairs of a barrier and a place in the code that does not come after the barrier.
  std::set<std::pair<const void*, const void*>> in_order_;
  const state& state_;
};

}  // namespace simcu::check
