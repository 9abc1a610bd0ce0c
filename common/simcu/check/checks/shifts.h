// SPDX-License-Identifier: Apache-2.0
// Shifts by a negative count, or by at least the number's width, which are undefined in C++ and differ on
// GPUs and CPUs.
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
