// SPDX-License-Identifier: Apache-2.0
// In checked programs, where every write is observed, detects threads of one block that wait in loops. If a
// thread is found twice with the same registers and the same stack, and nothing has changed in between, it
// will repeat that state until something changes. A block that waits forever is therefore detected after a
// few rounds, long before a timeout.
#pragma once
#include <cstdint>
#include <vector>

namespace simcu {

// Returns a number that represents the registers and the stack of the calling fiber, whose stack begins at
// `top`. Returns 0 if the stack is too large.
std::uint64_t state_of_fiber(const char* top);

class waiting_loops {
 public:
  void begin() { threads_.clear(), repeating_ = 0; }
  // Called when the thread yields. `quiet` is the number (from 1) of the current stretch of time in which
  // nothing changes.
  void gives_way(unsigned rank, std::uint64_t quiet, std::uint64_t state);
  // Returns how many threads repeat the same state during this stretch.
  unsigned repeating(std::uint64_t quiet) const { return quiet == repeating_in_ ? repeating_ : 0; }

 private:
  // Brent's search for a cycle: a state is compared with the 1, 2, 4, … states that follow it.
  struct thread {
    std::uint64_t state = 0, quiet = 0;
    unsigned compared = 0, compare = 1;
    bool repeats = false;
  };
  std::vector<thread> threads_;
  unsigned repeating_ = 0;
  std::uint64_t repeating_in_ = 0;
};

}  // namespace simcu
