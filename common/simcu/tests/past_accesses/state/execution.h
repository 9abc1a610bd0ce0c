// SPDX-License-Identifier: Apache-2.0
// Replaces check/state/execution.h. The test chooses the running thread. With the same clocks, this file's
// answers are the original's when all earlier launches are over.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "state/clock.h"
#include "state/event.h"
#include "state/four.h"

namespace simcu::check {

class execution {
 public:
  explicit execution(unsigned threads) : threads_(threads) {}
  void next_launch(unsigned blocks) {
    floor_ = all_.next();
    clocks_.clear();
    for (unsigned b = 0; b < blocks; ++b)
      clocks_.push_back(std::make_unique<block_clock>(all_, instances_++, threads_, no_grid_barrier_));
  }
  void goes_on(unsigned block, unsigned rank) { clock_ = clocks_[block].get(), rank_ = rank; }
  block_clock& clock() { return *clock_; }

  segment now() const { return clock_->now(rank_); }
  segment known_in(space /*memory*/) const { return floor_; }
  bool happened_before(segment s) const { return s < floor_ || clock_->knows(rank_, s, all_.of(s)); }
  unsigned surely_concurrent(four s) const {
    return negative((s >= four_times(floor_)) & (s != four_times(now()))) & clock_->surely_unknown(s);
  }
  bool in_own_warp(segment s) const {
    return all_.of(s).block == clock_->instance() && all_.of(s).rank / 32 == rank_ / 32;
  }
  bool of_earlier_launch(segment s) const { return s < floor_; }
  bool passes_knowledge(std::uintptr_t /*address*/) const { return false; }

 private:
  segments all_;
  segment floor_ = 0, no_grid_barrier_ = 0;
  unsigned threads_, rank_ = 0;
  std::uint32_t instances_ = 0;
  std::vector<std::unique_ptr<block_clock>> clocks_;
  block_clock* clock_ = nullptr;
};

}  // namespace simcu::check
