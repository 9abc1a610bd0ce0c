// SPDX-License-Identifier: Apache-2.0
// What a launch that follows a schedule adds to a block: points at which others may get their turn, and
// threads that are chosen. Blocks of other launches have none.
#pragma once
#include <cstdint>

#include "schedule.h"
#include "simcu/device.h"

namespace simcu {

class block;
class controlled_scheduler;

class block_turn {
 public:
  explicit block_turn(block& b) : block_(b) {}
  void begin(controlled_scheduler& control);  // the block does
  bool chooses_threads() const { return chooses_threads_; }

  // ---- from the worker's own stack: the block runs again ----
  void runs() { barriers_ = meetings_ = 0; }
  void* first_context();  // of a thread that is ready

  // ---- called by the block, on a fiber ----
  // What the running thread is left for: a context, or null for the worker; or it stays.
  struct next {
    void* context = nullptr;
    bool stays = false;
  };
  next leave(unsigned rank, bool unstarted_first);
  // The running thread only repeats itself, until it has been left and is back; or the whole block does.
  void repeats_itself(bool yes) { yields_ = yes; }
  void give_way() { gives_way_ = true; }
  // The block's barrier has just opened: whether the running thread is to be left now.
  bool leaves_at_barrier(location where);
  // The running thread is about to do something that others may see.
  void point(point_kind kind, const void* pc);
  void lanes_met();
  // A thread has ended on this fiber. May another one begin on it?
  bool starts_another();
  void* after_threads();  // if not: the context of the next ready thread, or null (the worker)

  std::uint64_t steps = 0;       // points that the block has passed
  std::uint64_t started_as = 0;  // how many blocks had started before it

 private:
  unsigned choose_ready(bool at_point);
  void park_new_thread();

  block& block_;
  controlled_scheduler* control_ = nullptr;
  bool chooses_threads_ = false;
  bool gives_way_ = false;    // the next thread that is left is left for the worker
  bool at_point_ = false;     // …at a point, where it could go on
  bool yields_ = false;       // …as it only repeats itself
  unsigned barriers_ = 0;     // opened since the block runs again
  unsigned meetings_ = 0;     // of lanes, since then
  bool met_in_vain_ = false;  // the block gave way as there were too many of those
};

}  // namespace simcu
