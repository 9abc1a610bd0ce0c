// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "device/turn.h"
#include "schedule/waiting_loops.h"

namespace simcu {

class block;
class controlled_scheduler;

class block_turn final : public turn {
 public:
  block_turn(controlled_scheduler& control, block& b) : control_(control), block_(b) {}
  void begin(std::uint64_t started_as);
  std::uint64_t started_as() const { return started_as_; }
  // The block's threads change nothing during this stretch of time, however often they run (waiting_loops.h).
  bool waits_for_good(std::uint64_t quiet) const;

  bool chooses_threads() const override { return chooses_threads_; }
  void runs() override { barriers_ = meetings_ = since_barrier_ = looks_ = 0; }
  void* first_context() override;
  next leave(unsigned rank, bool unstarted_first) override;
  void repeats_itself(bool yes) override;
  void give_way() override { gives_way_ = true; }
  bool leaves_at_barrier(location where) override;
  void point(point_kind kind, const void* pc) override;
  void lanes_met() override;
  bool starts_another() override;
  void* after_threads() override;

 private:
  unsigned choose_ready(bool at_point);
  void park_new_thread();

  controlled_scheduler& control_;
  block& block_;
  waiting_loops loops_;
  std::uint64_t started_as_ = 0;
  bool chooses_threads_ = false;
  bool gives_way_ = false;
  bool at_point_ = false;
  bool yields_ = false;  // the next switch is made because the thread makes no progress
  unsigned barriers_ = 0;
  unsigned meetings_ = 0;
  unsigned since_barrier_ = 0;
  unsigned looks_ = 0;        // consecutive warp operations, each of which follows a poll by a lane
  unsigned hints_ = 0;        // spin_hints at the last warp operation
  bool met_in_vain_ = false;  // the block yielded because of too many warp operations
};

}  // namespace simcu
