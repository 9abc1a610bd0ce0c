// SPDX-License-Identifier: Apache-2.0
// Work and span of kernels, in steps: pieces of branch-free code, whatever memory they use. Work is the sum
// over all threads, and span the longest path through the launch. After a wait, a thread's clock continues
// from the latest clock that the thread waited for. A thread waits at a barrier, in a warp function, and for
// the thread that wrote the value that it reads, unless the two accesses race.
#pragma once
#include <cstdint>
#include <vector>

#include "device/block.h"
#include "state/event.h"

namespace simcu::check::counting {

class block_steps {
 public:
  void begin(const block& b, std::uint64_t clock);
  SIMCU_HOT void step(const char* pc);
  // ---- accesses by the running thread ----
  void moves(std::uint64_t bytes);
  void loads(const event& e);
  void stores(const event& e);
  void atomic(const event& e, bool reads);  // called after the operation

  std::uint64_t latest() const;
  void meet(std::uint64_t at);
  void meet(unsigned warp, unsigned lanes);

  static void launch_begins();
  static std::uint64_t work;
  static void counts(block_steps* b);  // on this OS thread; null if none

 private:
  std::uint64_t& clock() { return clocks_[block_->current()]; }
  void takes(std::uint64_t steps);

  const block* block_ = nullptr;
  std::vector<std::uint64_t> clocks_;
};

}  // namespace simcu::check::counting
