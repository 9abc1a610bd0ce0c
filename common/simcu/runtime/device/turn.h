// SPDX-License-Identifier: Apache-2.0
// A block's part in a launch that follows a schedule. Blocks of other launches have no turn. The only
// implementation is in schedule/block_turn.h.
#pragma once
#include <cstdint>

#include "simcu/device.h"

namespace simcu {

extern __thread unsigned spin_hints;

// Where another block can replace the running one. `written` is right after a strong write to global memory,
// in checked programs.
enum class point_kind : std::uint8_t {
  start,
  barrier,
  grid_barrier,
  atomic,
  access,
  written,
  thread,
  spin,
  end
};

class turn {
 public:
  virtual ~turn() = default;
  // If false, threads start in order of their ranks.
  virtual bool chooses_threads() const = 0;

  // ---- from the worker's own stack ----
  virtual void runs() = 0;
  virtual void* first_context() = 0;

  // ---- called by the block, on a fiber ----
  // A context, or null for the worker; or the thread stays.
  struct next {
    void* context = nullptr;
    bool stays = false;
  };
  virtual next leave(unsigned rank, bool unstarted_first) = 0;
  // If `yes`, the running thread is about to be left.
  virtual void repeats_itself(bool yes) = 0;
  virtual void give_way() = 0;  // makes the block yield when the running thread is left
  // Returns whether to leave the running thread now.
  virtual bool leaves_at_barrier(location where) = 0;
  // The running thread is about to do something that others can observe.
  virtual void point(point_kind kind, const void* pc) = 0;
  virtual void lanes_met() = 0;
  // A thread has ended on this fiber. Returns whether another thread begins on it.
  virtual bool starts_another() = 0;
  virtual void* after_threads() = 0;  // the next ready thread's context, or null for the worker

  std::uint64_t steps = 0;  // points that the block has passed
};

}  // namespace simcu
