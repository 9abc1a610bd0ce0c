// SPDX-License-Identifier: Apache-2.0
// Which block runs next in a launch that follows a schedule.
#include "fault.h"
#include "launch.h"
#include "turns.h"
#include "worker.h"

namespace simcu {

block* worker::pick_by_schedule() {
  launch& g = *grid_;
  for (block* b : residents_)
    if (b->counted_at_grid && b->grid_round != g.round.load()) {
      b->counted_at_grid = false;
      b->release_from_grid();
      g.control->progress();
    }
  const turns::choice next = g.control->next_block();
  switch (next.kind) {
    case turns::choice::resident: {
      block* b = residents_[next.position];
      residents_.erase(residents_.begin() + static_cast<std::ptrdiff_t>(next.position));
      return b;
    }
    case turns::choice::fresh: {
      ++g.next_block;
      block* b = start(next.block);
      g.control->started(*b);
      return b;
    }
    case turns::choice::stuck:
      fail_only_spinning(g, residents_);
      return nullptr;
    default:
      return nullptr;
  }
}

// Before settle: what the turn of this block has come to.
void worker::end_turn(block& b) {
  turns& control = *grid_->control;
  if (b.finished() || b.waits_for_grid()) {
    ++b.steps;
    control.left(b, b.finished() ? point_kind::end : point_kind::grid_barrier);
    control.barrier_opened();
  } else if (b.spinning || !b.can_run()) {
    ++b.steps;
    control.left(b, point_kind::spin);
  }
}

}  // namespace simcu
