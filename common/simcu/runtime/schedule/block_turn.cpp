// SPDX-License-Identifier: Apache-2.0
#include "schedule/block_turn.h"

#include "base/observer.h"
#include "device/block.h"
#include "device/launch.h"
#include "device/suspend.h"
#include "schedule/controlled_scheduler.h"

namespace simcu {
namespace {
// A block that passes this many barriers in one turn may be waiting, with all its threads, for another block.
constexpr unsigned kBarriersInATurn = 20000;
// Lanes that synchronise this often (do … while (__any_sync(…, flag == 0))) may be waiting; after a wait in
// vain, they are checked again soon. Barriers in between usually mean progress.
constexpr unsigned kMeetingsInATurn = 65536, kMeetingsBetweenBarriers = 4096, kMeetingsInVain = 64;
// The limit if a lane has polled before each of these synchronisations.
constexpr unsigned kLooksInATurn = 8;
}  // namespace

void block_turn::begin(std::uint64_t started_as) {
  started_as_ = started_as;
  chooses_threads_ = control_.chooses_threads();
  gives_way_ = at_point_ = yields_ = met_in_vain_ = false;
  steps = 0;
  loops_.begin();
}

void block_turn::repeats_itself(bool yes) {
  yields_ = yes;
  if (yes && the_observer)
    loops_.gives_way(block_.current_, control_.quiet(), state_of_fiber(block_.worker_.on()->top));
}

bool block_turn::waits_for_good(std::uint64_t quiet) const {
  return block_.started_ == block_.count_ && loops_.repeating(quiet) == block_.ready_count_;
}

void* block_turn::first_context() {
  block& b = block_;
  return b.threads_[chooses_threads_ ? choose_ready(false) : b.take_ready()].context;
}

turn::next block_turn::leave(unsigned rank, bool unstarted_first) {
  block& b = block_;
  const bool at_point = at_point_, yields = yields_;
  at_point_ = yields_ = false;
  if (gives_way_) {
    gives_way_ = false;
    return {};
  }
  if (!chooses_threads_) {
    if (unstarted_first && b.started_ < b.count_) return {b.worker_.fresh_fiber()};
    if (b.ready_count_ != 0) {
      const unsigned next = b.take_ready();
      if (next != rank) return {b.threads_[next].context};
      b.threads_[rank].status = thread_status::running;
      return {nullptr, true};
    }
    return {b.started_ < b.count_ ? b.worker_.fresh_fiber() : nullptr};
  }
  if (b.started_ < b.count_ && (unstarted_first || b.ready_count_ == 0)) return {b.worker_.fresh_fiber()};
  if (b.ready_count_ == 0) return {};
  // Without progress, a block goes to the back of the queue, so that all others get a turn.
  const unsigned next = yields ? b.take_ready() : choose_ready(at_point);
  if (next != rank) return {b.threads_[next].context};
  b.threads_[rank].status = thread_status::running;
  return {nullptr, true};
}

unsigned block_turn::choose_ready(bool at_point) {
  block& b = block_;
  if (!at_point) ++steps;
  static thread_local auto& ranks = *new std::vector<unsigned>;  // destructors of static objects also launch
  ranks.clear();
  const auto place = [&](unsigned i) -> std::uint16_t& {
    return b.ready_[(b.ready_head_ + i) & b.ring_mask_];
  };
  for (unsigned i = 0; i < b.ready_count_; ++i) ranks.push_back(place(i));
  const auto chosen = static_cast<unsigned>(control_.next_thread(b, ranks, at_point));
  for (unsigned i = chosen; i > 0; --i) place(i) = place(i - 1);
  place(0) = static_cast<std::uint16_t>(ranks[chosen]);
  return b.take_ready();
}

bool block_turn::starts_another() {
  block& b = block_;
  if (gives_way_ || b.started_ >= b.count_) return false;
  if (!chooses_threads_) return b.start_another();
  park_new_thread();
  return true;
}

// A new thread waits before its first instruction. All threads reach this point before one is chosen.
void block_turn::park_new_thread() {
  block& b = block_;
  b.start_next();
  if (b.suspended_ == 0) b.track();
  const unsigned rank = b.current_;
  b.resume_later(rank);
  b.suspend(rank, true);
}

void* block_turn::after_threads() {
  const bool gave_way = gives_way_;
  gives_way_ = false;
  return block_.ready_count_ == 0 || gave_way ? nullptr : first_context();
}

bool block_turn::leaves_at_barrier(location where) {
  block& b = block_;
  ++steps;
  control_.barrier_opened();
  const reaction r = control_.at_point(b, point_kind::barrier, where, nullptr);
  if (++barriers_ > kBarriersInATurn) b.spinning = true;
  since_barrier_ = 0;
  if (r == reaction::other_block || b.spinning) {
    gives_way_ = true;
    return true;
  }
  at_point_ = chooses_threads_;
  return chooses_threads_;
}

void block_turn::lanes_met() {
  control_.quiet_ends();
  looks_ = hints_ == spin_hints ? 0 : looks_ + 1;
  hints_ = spin_hints;
  const unsigned most = met_in_vain_ ? kMeetingsInVain : kMeetingsBetweenBarriers;
  if (looks_ < kLooksInATurn && ++since_barrier_ < most && ++meetings_ < kMeetingsInATurn) return;
  meetings_ = since_barrier_ = looks_ = 0;
  block_.spinning = met_in_vain_ = true;
  gives_way_ = true;
}

void block_turn::point(point_kind kind, const void* pc) {
  block& b = block_;
  const char was = preemptible;
  preemptible = 0;
  ++steps;
  const reaction r = control_.at_point(b, kind, location{nullptr, 0}, pc);
  if (r == reaction::other_block || (r == reaction::other_thread && b.ready_count_ != 0)) {
    if (b.suspended_ == 0) b.track();
    const unsigned rank = b.current_;
    b.lanes_[rank].pc = pc;
    b.resume_first(rank);
    if (r == reaction::other_block)
      gives_way_ = true;
    else
      at_point_ = true;
    b.suspend(rank);
    at_point_ = false;
    b.lanes_[rank].pc = nullptr;
  }
  preemptible = was;
}

void schedule_point() {
  if (in_kernel())
    this_worker->running()->current_turn()->point(point_kind::atomic,
                                                  static_cast<const char*>(__builtin_return_address(0)) - 1);
}

}  // namespace simcu
