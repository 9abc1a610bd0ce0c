// SPDX-License-Identifier: Apache-2.0
// The variables through which strong (volatile or atomic) operations pass on knowledge that fences released.
#pragma once
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "state/clock.h"

namespace simcu::check {

class sync_variables {
 public:
  bool carries(std::uintptr_t address) const { return variables_.count(address) != 0; }
  // A strong operation of thread `rank` in the block of this clock. `in_block`: it affects only its own
  // block. `keeps`: a read-modify-write, which continues what others released through the variable.
  void access(std::uintptr_t address, bool in_block, bool reads, bool writes, bool keeps, block_clock& clock,
              unsigned rank);
  void clear() { variables_.clear(); }

 private:
  struct released {
    std::shared_ptr<const knowledge> device, block;  // to the device; to one block
    std::uint32_t instance = 0;                      // that block
  };
  std::unordered_map<std::uintptr_t, released> variables_;
};

}  // namespace simcu::check
