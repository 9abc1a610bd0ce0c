// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "state/state.h"

namespace simcu::check {

class initialised {
 public:
  explicit initialised(state& s) : state_(s) {}
  // Called for a read if this shadow does not mark all of its bytes.
  void read(event e, const shadow_range& shadow);

 private:
  state& state_;
};

}  // namespace simcu::check
