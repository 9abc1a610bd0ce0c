// SPDX-License-Identifier: Apache-2.0
// Reads of memory that nobody has written since it was allocated.
#pragma once
#include "state/state.h"

namespace simcu::check {

class initialised {
 public:
  explicit initialised(const state& s) : state_(s) {}
  // A read of memory with this shadow, of which not every byte is marked.
  void read(const event& e, const shadow_range& shadow);

 private:
  const state& state_;
};

}  // namespace simcu::check
