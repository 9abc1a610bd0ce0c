// SPDX-License-Identifier: Apache-2.0
// Reads of memory that nothing has written since it was allocated, or that a copy has not reached yet.
#pragma once
#include "state/state.h"

namespace simcu::check {

class initialised {
 public:
  explicit initialised(state& s) : state_(s) {}
  // A read of memory with this shadow, in which not every byte is marked.
  void read(event e, const shadow_range& shadow);
  // Nothing is known about the bytes in between.
  void copy_begins(const void* to, std::size_t bytes);
  void copy_ends(const void* to, std::size_t bytes);
  // Its shared memory is fresh: no copy is under way.
  void block_begins(const block& b);

 private:
  state& state_;
  address_ranges being_copied_;
};

}  // namespace simcu::check
