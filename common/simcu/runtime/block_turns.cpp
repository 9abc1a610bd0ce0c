// SPDX-License-Identifier: Apache-2.0
// What a block does differently in a launch that follows a schedule: points, and threads that are chosen.
#include "block.h"
#include "launch.h"
#include "suspend.h"
#include "turns.h"

namespace simcu {
namespace {
// A block that passes so many barriers in one turn may wait, all threads together, for another block.
constexpr unsigned kBarriersInATurn = 20000;
// As often as lanes meet (do … while (__any_sync(…, flag == 0))), and soon again if that changed nothing.
constexpr unsigned kMeetingsInATurn = 4096, kMeetingsInVain = 64;
}  // namespace

// The context to leave for instead of the next ready thread's; null is the worker.
void* block::other_turn(unsigned rank, bool unstarted_first, bool* stays) {
  const bool at_point = at_point_, yields = yields_;
  at_point_ = yields_ = false;
  if (turn_ & kGiveWay) {
    turn_ &= static_cast<unsigned char>(~kGiveWay);
    return nullptr;
  }
  if (started_ < count_ && (unstarted_first || ready_count_ == 0)) return worker_.fresh_fiber();
  if (ready_count_ == 0) return nullptr;
  // One that only repeats itself goes to the back of the queue: everybody else must get a turn.
  const unsigned next = yields ? take_ready() : choose_ready(at_point);
  if (next != rank) return threads_[next].context;
  threads_[rank].status = thread_status::running;
  *stays = true;
  return nullptr;
}

unsigned block::choose_ready(bool at_point) {
  if (!at_point) ++steps;
  static thread_local std::vector<unsigned> ranks;
  ranks.clear();
  for (unsigned i = 0; i < ready_count_; ++i) ranks.push_back(ready_[(ready_head_ + i) & ring_mask_]);
  const auto chosen = static_cast<unsigned>(grid_->control->next_thread(*this, ranks, at_point));
  for (unsigned i = chosen; i > 0; --i)
    ready_[(ready_head_ + i) & ring_mask_] = ready_[(ready_head_ + i - 1) & ring_mask_];
  ready_[ready_head_] = static_cast<std::uint16_t>(ranks[chosen]);
  return take_ready();
}

// A new thread waits before its first instruction until it is chosen; first, all of them come here.
void block::park_new_thread() {
  start_next();
  if (suspended_ == 0) track();
  const unsigned rank = current_;
  resume_later(rank);
  suspend(rank, true);
}

// The block's barrier has just opened; `turn_` then says what the caller shall suspend to.
bool block::gives_way_at_barrier(location where) {
  ++steps;
  grid_->control->barrier_opened();
  const reaction r = grid_->control->at_point(*this, point_kind::barrier, where, nullptr);
  if (++barriers_ > kBarriersInATurn) spinning = true;
  if (r == reaction::other_block || spinning) {
    turn_ |= kGiveWay;
    return true;
  }
  at_point_ = turn_ & kChosen;
  return turn_ & kChosen && current_ != kNone;
}

void block::count_meeting() {
  if (++meetings_ < (met_in_vain_ ? kMeetingsInVain : kMeetingsInATurn)) return;
  meetings_ = 0;
  spinning = met_in_vain_ = true;
  turn_ |= kGiveWay;
}

void block::schedule_point(point_kind kind, const void* pc) {
  const char was = preemptible;
  preemptible = 0;
  ++steps;
  const reaction r = grid_->control->at_point(*this, kind, location{nullptr, 0}, pc);
  if (r == reaction::other_block || (r == reaction::other_thread && ready_count_ != 0)) {
    if (suspended_ == 0) track();
    const unsigned rank = current_;
    lanes_[rank].pc = pc;
    resume_first(rank);
    if (r == reaction::other_block)
      turn_ |= kGiveWay;
    else
      at_point_ = true;
    suspend(rank);
    at_point_ = false;
    lanes_[rank].pc = nullptr;
  }
  preemptible = was;
}

const void* block::spin_place(unsigned* rank) const {
  for (unsigned r = 0; tracked_ && r < count_; ++r)
    if (threads_[r].status == thread_status::ready && lanes_[r].pc) return *rank = r, lanes_[r].pc;
  return nullptr;
}

void schedule_point() {
  if (in_kernel())
    this_worker->running()->schedule_point(point_kind::atomic,
                                           static_cast<const char*>(__builtin_return_address(0)) - 1);
}

}  // namespace simcu
