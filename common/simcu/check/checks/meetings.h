// SPDX-License-Identifier: Apache-2.0
// Finds threads that others wait for but that never come. These are lanes that a shuffle reads, lanes with
// another mask, threads that skip a barrier at which others wait, and threads that end before grid.sync().
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
  // Some threads of the block have ended; all others wait.
  void barrier_opens(const block& b);
  void grid_barrier_opens(const launch& grid);

 private:
  // Pairs of a barrier and code that comes before it or is elsewhere.
  std::set<std::pair<const void*, const void*>> in_order_;
  const state& state_;
};

}  // namespace simcu::check
