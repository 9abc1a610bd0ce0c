// SPDX-License-Identifier: Apache-2.0
// Detects threads of a checked program that wait in loops, long before a timeout: a thread found twice with
// the same registers and stack repeats that state until something changes.
#pragma once
#include <cstdint>
#include <vector>

namespace simcu {

// A hash of the registers and the stack, which begins at `top`; 0 if the stack is too large.
std::uint64_t state_of_fiber(const char* top);

class waiting_loops {
 public:
  void begin() { threads_.clear(), repeating_ = 0; }
  // `quiet` is the number (from 1) of the current stretch of time without changes.
  void gives_way(unsigned rank, std::uint64_t quiet, std::uint64_t state);
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
