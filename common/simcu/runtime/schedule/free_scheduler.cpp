// SPDX-License-Identifier: Apache-2.0
#include "schedule/free_scheduler.h"

#include "device/launch.h"
#include "device/worker.h"

namespace simcu {
namespace {

block* start_next(launch& g, worker& w) {
  if (g.resident.load(std::memory_order_relaxed) >= g.max_resident && !w.residents().empty()) return nullptr;
  const std::uint64_t linear = g.next_block.fetch_add(1);
  return linear < g.blocks ? w.start(linear) : nullptr;
}

}  // namespace

free_scheduler& free_scheduler::instance() {
  static free_scheduler s;
  return s;
}

block* free_scheduler::next_block(launch& g, worker& w) {
  auto& residents = w.residents();
  // A spinning block may be waiting for a block that has not started, so a new block goes first.
  if (residents.empty() || residents.back()->spinning || residents.back()->waits_for_grid())
    if (block* b = start_next(g, w)) return b;
  for (std::size_t i = 0; i < residents.size(); ++i) {
    block* b = residents.front();
    residents.pop_front();
    b->leave_grid_barrier();
    if (b->can_run()) return b;
    residents.push_back(b);
  }
  return nullptr;
}

}  // namespace simcu
