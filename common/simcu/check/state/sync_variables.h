// SPDX-License-Identifier: Apache-2.0
// The variables through which strong (volatile or atomic) operations pass on what fences have released.
#pragma once
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "state/clock.h"

namespace simcu::check {

class sync_variables {
 public:
  bool carries(std::uintptr_t address) const { return variables_.count(address) != 0; }
  // `in_block` means for the thread's own block only. `keeps` means a read-modify-write, which passes on what
  // earlier operations released through the variable.
  void access(std::uintptr_t address, bool in_block, bool reads, bool writes, bool keeps, block_clock& clock,
              unsigned rank);
  void clear() { variables_.clear(); }

 private:
  struct released {
    std::shared_ptr<const knowledge> device, block;  // released to the device and to one block
    std::uint32_t instance = 0;
  };
  std::unordered_map<std::uintptr_t, released> variables_;
};

}  // namespace simcu::check
