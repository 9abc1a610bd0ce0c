// SPDX-License-Identifier: Apache-2.0
// Shifts by a negative number, or by at least as many bits as the shifted number has. C++ leaves them
// undefined, and a GPU and a CPU give different results.
#pragma once
#include "state/state.h"

namespace simcu::check {

class shifts {
 public:
  explicit shifts(const state& s) : state_(s) {}
  // Called by the compiler's own check, in a kernel and on the host.
  void too_far(unsigned bits, long long by, const void* pc);

 private:
  const state& state_;
};

}  // namespace simcu::check
