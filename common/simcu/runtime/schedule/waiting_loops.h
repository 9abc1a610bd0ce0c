// SPDX-License-Identifier: Apache-2.0
// Detects threads of one block that wait in loops, in checked programs, where every write is observed. If a
// thread is found twice with the same registers and the same stack, and nothing has changed in between, it
// will repeat that state until something changes. A block that waits forever is therefore detected after a
// few rounds, long before a timeout.
#pragma once
#include <cstdint>
#include <vector>

namespace simcu {

// A number that represents the registers and the stack of the calling fiber, whose stack begins at `top`; 0
// if the stack is too large.
std::uint64_t state_of_fiber(const char* top);

class waiting_loops {
 public:
  void begin() { threads_.clear(), repeating_ = 0; }
  // The thread gives way in the `quiet`th stretch of time in which nothing changes (from 1), in this state.
  void gives_way(unsigned rank, std::uint64_t quiet, std::uint64_t state);
  // How many threads repeat the same state during this stretch.
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
