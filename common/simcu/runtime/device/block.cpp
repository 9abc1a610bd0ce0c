// SPDX-License-Identifier: Apache-2.0
#include "device/block.h"

#include <cstring>

#include "base/observer.h"
#include "base/returns.h"
#include "device/fault.h"
#include "device/launch.h"
#include "device/suspend.h"

__thread uint3 threadIdx, blockIdx;
__thread dim3 blockDim, gridDim;

namespace simcu {

__thread volatile char preemptible;
__thread int spin_budget;
__thread unsigned spin_hints;

void block::begin(launch& grid, std::uint64_t linear, turn* t) {
  grid_ = &grid;
  const dim3 b = grid.block;
  count_ = b.x * b.y * b.z;
  started_ = suspended_ = 0;
  current_ = kNone;
  row_ = {0, 0};
  x_ = 0;
  index_ = {static_cast<unsigned>(linear % grid.grid.x),
            static_cast<unsigned>(linear / grid.grid.x % grid.grid.y),
            static_cast<unsigned>(linear / grid.grid.x / grid.grid.y)};
  linear_ = linear;
  turn_ = t;
  may_start_ = turn_ && turn_->chooses_threads() ? 0 : count_;
  tracked_ = spinning = counted_at_grid = false;
  barrier_where_ = {nullptr, 0};
  known_exited_ = fruitless_ = converging_ = 0;
  other_masks_.clear();
  ready_head_ = ready_count_ = waiting_count_ = 0;
  places_differ_ = false;
  grid_waiting_.clear();
  begin_shared(grid.dynamic_shared);
}

uint3 block::thread_index(unsigned rank) const {
  const dim3 b = grid_->block;
  return {rank % b.x, rank / b.x % b.y, rank / b.x / b.y};
}

void block::set_builtin_variables() const {
  blockIdx = index_;
  blockDim = grid_->block;
  gridDim = grid_->grid;
}

void block::track() {
  if (!tracked_) {
    tracked_ = true;
    if (threads_.size() < count_) {
      threads_.resize(count_);
      lanes_.resize((count_ + 31) / 32 * 32);
      unsigned ring = 32;
      while (ring < count_) ring *= 2;
      ready_.resize(ring);
      waiting_.resize(ring);
      ring_mask_ = ring - 1;
    }
    warps_.assign((count_ + 31) / 32, warp_state{});
    if (count_ % 32) warps_.back().exited = ~0u << count_ % 32;
    for (unsigned r = 0; r < count_; ++r) {
      threads_[r].status = thread_status::unstarted;
      threads_[r].where = {nullptr, 0};
    }
  }
  for (unsigned r = known_exited_; r < started_; ++r) {
    if (r == current_) continue;
    threads_[r].status = thread_status::exited;
    warps_[r / 32].exited |= 1u << r % 32;
  }
  known_exited_ = current_ + 1 == started_ ? current_ : started_;
  if (current_ < known_exited_) known_exited_ = current_;
  threads_[current_].status = thread_status::running;
  alive_ = count_ - started_ + 1;
}

void block::run() {
  set_builtin_variables();
  spin_budget = kSpinBudget;
  if (turn_) turn_->runs();
  if (ready_count_ == 0)
    worker_.enter(*this, worker_.fresh_fiber());
  else
    worker_.enter(*this, turn_ ? turn_->first_context() : threads_[take_ready()].context);
}

void* block::after_threads() {
  if (turn_) return turn_->after_threads();
  return ready_count_ == 0 ? nullptr : threads_[take_ready()].context;
}

void block::thread_ended(unsigned rank) {
  worker_.progresses();
  if (!tracked_ || suspended_ == 0) return;
  fruitless_ = 0;
  threads_[rank].status = thread_status::exited;
  --alive_;
  const unsigned w = rank / 32;
  warps_[w].exited |= 1u << rank % 32;
  if (!other_masks_.empty()) tell_of_other_mask(rank);
  if (warps_[w].arrived) recheck_warp(w);
  if (converging_) recheck_converging(w, false);
  if (waiting_count_ != 0 && waiting_count_ == alive_) {
    const location where = barrier_where_;
    open_barrier();
    if (turn_) turn_->leaves_at_barrier(where);
  }
}

bool block::take_unstarted() {
  if (turn_) return turn_->starts_another();
  return started_ < count_ && start_another();
}

// Ready threads run before unstarted ones, unless no thread makes progress: they may be waiting for an
// unstarted one.
bool block::start_another() {
  if (ready_count_ != 0 && fruitless_ == 0) return false;
  start_next();
  if (tracked_) threads_[current_].status = thread_status::running;
  return true;
}

bool thread_cursor::next_slow() {
  block& b = static_cast<block&>(*this);
  if (current_ != kNone) {
    const unsigned ended = current_;
    current_ = kNone;
    b.thread_ended(ended);
  }
  return b.take_unstarted();
}

// ---- the barrier ----

bool block::waits_at_barrier(unsigned rank) const {
  return threads_[rank].status == thread_status::at_barrier && threads_[rank].barrier_round == barrier_round_;
}

void block::open_barrier() {
  if (places_differ_) fail_divergent_barrier(*grid_, *this);
  fruitless_ = 0;
  worker_.progresses();
  vote_result_ = votes_;
  std::swap(ready_, waiting_);
  ready_head_ = 0;
  ready_count_ = waiting_count_;
  waiting_count_ = 0;
  barrier_round_ = (barrier_round_ + 1) & 0xffffff;
  if (the_observer) the_observer->barrier_opens(*this);
}

// Inlined, because every function between the user's call and the switch is left by a mispredicted return.
[[gnu::always_inline]] inline void block::barrier(location where) {
  preemptible = 0;
  if (suspended_ == 0) track();
  const unsigned rank = current_;
  thread_state& self = threads_[rank];
  if (waiting_count_ == 0) {
    barrier_where_ = where;
    places_differ_ = false;
  } else if (where.line != barrier_where_.line || where.repeat != barrier_where_.repeat ||
             (where.file != barrier_where_.file && std::strcmp(where.file, barrier_where_.file) != 0)) {
    places_differ_ = true;
  }
  self.where = where;
  self.barrier_round = barrier_round_ & 0xffffff;
  self.status = thread_status::at_barrier;
  if (waiting_count_ + 1 == alive_) {
    open_barrier();
    if (__builtin_expect(turn_ != nullptr, 0) && turn_->leaves_at_barrier(where)) {
      resume_first(rank);
      suspend(rank);
    } else {
      self.status = thread_status::running;
    }
  } else {
    waiting_[waiting_count_++] = static_cast<std::uint16_t>(rank);
    if (converging_) recheck_converging(rank / 32, false);
    suspend(rank);
  }
  preemptible = 1;
}

extern "C" [[gnu::used]] void simcu_block_barrier(location where) { this_worker->running()->barrier(where); }
SIMCU_RETURNS_BY_JUMP(void, block_barrier, (location where), "_ZN5simcu13block_barrierENS_8locationE",
                      simcu_block_barrier, (where))

[[gnu::always_inline]] inline int block::barrier_vote(vote kind, int predicate, location where) {
  preemptible = 0;
  if (suspended_ == 0) track();
  if (waiting_count_ == 0) votes_ = kind == vote::all ? 1 : 0;
  switch (kind) {
    case vote::count:
      votes_ += predicate != 0;
      break;
    case vote::all:
      votes_ &= predicate != 0;
      break;
    case vote::any:
      votes_ |= predicate != 0;
      break;
  }
  barrier(where);
  return vote_result_;
}

extern "C" [[gnu::used]] int simcu_block_barrier_vote(vote kind, int predicate, location where) {
  return this_worker->running()->barrier_vote(kind, predicate, where);
}
SIMCU_RETURNS_BY_JUMP(int, block_barrier_vote, (vote kind, int predicate, location where),
                      "_ZN5simcu18block_barrier_voteENS_4voteEiNS_8locationE", simcu_block_barrier_vote,
                      (kind, predicate, where))

// ---- the grid barrier ----

void block::grid_barrier(location where) {
  preemptible = 0;
  if (!grid_->cooperative)
    fail_kernel(kLaunchFailure,
                "this_grid().sync() in a kernel that was not launched with cudaLaunchCooperativeKernel",
                where);
  if (suspended_ == 0) track();
  const unsigned rank = current_;
  threads_[rank].where = where;
  threads_[rank].status = thread_status::at_grid;
  grid_waiting_.push_back(static_cast<std::uint16_t>(rank));
  if (converging_) recheck_converging(rank / 32, false);
  suspend(rank);
  preemptible = 1;
}

bool block::leave_grid_barrier() {
  if (!counted_at_grid || grid_round == grid_->round.load()) return false;
  counted_at_grid = false;
  fruitless_ = 0;
  for (const std::uint16_t rank : grid_waiting_) resume_later(rank);
  grid_waiting_.clear();
  return true;
}

void block::yield(const void* pc) {
  preemptible = 0;
  if (suspended_ == 0) track();
  const unsigned rank = current_;
  lanes_[rank].pc = pc;
  worker_.gives_way_at(pc);
  resume_later(rank);
  const unsigned could_run = ready_count_ + count_ - started_;
  bool in_vain = false;
  if (++fruitless_ > 2 * could_run) {
    fruitless_ = 0;
    if (converging_)
      release_all_converging();
    else
      in_vain = spinning = true;
  }
  if (turn_) {
    turn_->repeats_itself(true);
    if (in_vain) turn_->give_way();
    suspend(rank, true);
    turn_->repeats_itself(false);
  } else if (in_vain) {
    leave_for(nullptr, rank, worker_.on());
  } else {
    suspend(rank, true);  // the thread may wait for a thread that has not started
  }
  lanes_[rank].pc = nullptr;
  spin_budget = kSpinBudget;
  preemptible = 1;
}

void block::stop_here(const void* pc) {
  if (suspended_ == 0) track();
  lanes_[current_].pc = pc;
  threads_[current_].status = thread_status::ready;
  worker_.leave_fiber();
}

}  // namespace simcu
