// SPDX-License-Identifier: Apache-2.0
// The hot path of every barrier and warp function: switching from one thread of a block to the next.
#pragma once
#include "device/block.h"
#include "device/worker.h"

namespace simcu {

// Inlined, because every return between the switch and the user's code is mispredicted and costs as much as
// the switch.
[[gnu::always_inline]] inline void block::resume_later(unsigned rank) {
  threads_[rank].status = thread_status::ready;
  ready_[(ready_head_ + ready_count_++) & ring_mask_] = static_cast<std::uint16_t>(rank);
}

inline void block::resume_first(unsigned rank) {
  threads_[rank].status = thread_status::ready;
  ready_head_ = (ready_head_ - 1) & ring_mask_;
  ready_[ready_head_] = static_cast<std::uint16_t>(rank);
  ++ready_count_;
}

[[gnu::always_inline]] inline unsigned block::take_ready() {
  const unsigned rank = ready_[ready_head_];
  ready_head_ = (ready_head_ + 1) & ring_mask_;
  --ready_count_;
  return rank;
}

// Returns when the running thread is resumed. `next` is a context, or null for the worker. `self` is the
// thread's fiber; on() may already be the fresh fiber for `next`.
[[gnu::always_inline]] inline void block::leave_for(void* next, unsigned rank, fiber* self) {
  const uint3 index = threadIdx;
  ++suspended_;
  current_ = kNone;
  worker_.switch_to(next, &threads_[rank].context);
  worker_.set_on(self);
  --suspended_;
  current_ = rank;
  threads_[rank].status = thread_status::running;
  threadIdx = index;
  spin_budget = kSpinBudget;
}

[[gnu::always_inline]] inline void block::suspend(unsigned rank, bool unstarted_first) {
  fiber* const self = worker_.on();
  ctx::fcontext_t next = nullptr;
  if (__builtin_expect(turn_ != nullptr, 0)) {
    const turn::next chosen = turn_->leave(rank, unstarted_first);
    if (chosen.stays) return;
    next = chosen.context;
  } else {
    if (unstarted_first && started_ < count_) {
      next = worker_.fresh_fiber();
    } else if (ready_count_ != 0) {
      const unsigned r = take_ready();
      if (r == rank) {
        threads_[rank].status = thread_status::running;
        return;
      }
      next = threads_[r].context;
    } else if (started_ < count_) {
      next = worker_.fresh_fiber();
    }
  }
  leave_for(next, rank, self);
}

}  // namespace simcu
