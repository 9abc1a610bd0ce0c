// SPDX-License-Identifier: Apache-2.0
// Work and span of kernels, in steps. A step is one piece of straight-line code that a thread executes,
// whatever it does there and whichever memory it uses; a long piece is several steps. Work is the sum over
// all threads. Span is the longest path through the launch. Each thread has a clock that counts its own
// steps, and threads that meet at a barrier continue at the latest clock of all of them.
//
// An iteration of a loop that ends as it began is not counted: the thread waits. It has read something that
// others may change, is at the same place with the same registers and the same stack as the last time, and
// has stored nothing. Its atomic operations have left the same value at the same address.
#pragma once
#include <cstdint>
#include <vector>

#include "device/block.h"
#include "state/event.h"

namespace simcu::check::counting {

class thread_steps {
 public:
  std::uint64_t clock = 0;
  void stores() { state_ = 0; }
  void reads_what_others_write() { looks_ = true; }
  void changes(const event& e);  // by an atomic operation, which has happened
  SIMCU_HOT bool step(std::uint64_t length) {
    clock += length;
    return looks_;
  }
  // Called after it has read what others may write, with its state as one number; returns how many steps were
  // for nothing.
  std::uint64_t is_at(std::uint64_t state);
  void meets_others(std::uint64_t at) {
    looked_ += at - clock;  // a whole warp may wait: its own steps stay its own
    clock = at;
  }

 private:
  bool looks_ = false;
  std::uint64_t left_ = 0;                // what its last atomic operation has left where, as one number
  std::uint64_t state_ = 0, looked_ = 0;  // of that check; 0: it has done something. Its clock then
};

// State of a block while it runs.
class block_steps {
 public:
  void begin(const block& b, std::uint64_t clock);
  // The running thread begins the piece of code at `pc`. True: it has read what others may write.
  SIMCU_HOT bool step(const char* pc);
  void looks(const std::uintptr_t* stack);  // with the thread's registers below it
  thread_steps& running() { return threads_[block_->current()]; }
  std::uint64_t latest() const;
  void meet(std::uint64_t at);
  void meet(unsigned warp, unsigned lanes);

  static void launch_begins();
  static std::uint64_t work;           // of the launch
  static void counts(block_steps* b);  // on this OS thread; null: no block runs, or counting is off

 private:
  const block* block_ = nullptr;
  std::vector<thread_steps> threads_;
};

}  // namespace simcu::check::counting
