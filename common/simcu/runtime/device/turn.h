// SPDX-License-Identifier: Apache-2.0
// What a launch that follows a schedule adds to a block: points at which others may get their turn, and
// threads that are chosen. Blocks of other launches have none. schedule/block_turn.h is the only one.
#pragma once
#include <cstdint>

#include "simcu/device.h"

namespace simcu {

// How often a thread on this OS thread has done what one that waits repeats (spin_hint).
extern __thread unsigned spin_hints;

// Where the running block is when it can change places with another one.
// written: right after a strong write to global memory, in checked programs.
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
  // Whether threads start when they are chosen, and not one after another.
  virtual bool chooses_threads() const = 0;

  // ---- from the worker's own stack: the block runs again ----
  virtual void runs() = 0;
  virtual void* first_context() = 0;  // of a thread that is ready

  // ---- called by the block, on a fiber ----
  // What the running thread is left for: a context, or null for the worker; or it stays.
  struct next {
    void* context = nullptr;
    bool stays = false;
  };
  virtual next leave(unsigned rank, bool unstarted_first) = 0;
  // The running thread only repeats itself, until it has been left and is back.
  virtual void repeats_itself(bool yes) = 0;
  virtual void give_way() = 0;  // the block does, when the running thread is left
  // The block's barrier has just opened: whether the running thread is to be left now.
  virtual bool leaves_at_barrier(location where) = 0;
  // The running thread is about to do something that others may see.
  virtual void point(point_kind kind, const void* pc) = 0;
  virtual void lanes_met() = 0;
  // A thread has ended on this fiber. Does another one begin on it?
  virtual bool starts_another() = 0;
  virtual void* after_threads() = 0;  // if not: the context of the next ready thread, or null (the worker)

  std::uint64_t steps = 0;  // points that the block has passed
};

}  // namespace simcu
