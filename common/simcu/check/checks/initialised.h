// SPDX-License-Identifier: Apache-2.0
// Reads of memory that nothing has written since it was allocated.
#pragma once
#include "state/state.h"

namespace simcu::check {

class initialised {
 public:
  explicit initialised(state& s) : state_(s) {}
  // Called for a read of memory with this shadow in which not every byte is marked.
  void read(event e, const shadow_range& shadow);

 private:
  state& state_;
};

}  // namespace simcu::check
