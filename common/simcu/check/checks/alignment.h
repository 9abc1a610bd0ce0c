// SPDX-License-Identifier: Apache-2.0
// Finds accesses whose address is not a multiple of their size. The compiler's own check finds plain
// accesses, which may be split into aligned parts, but not atomic operations.
#pragma once
#include "state/state.h"

namespace simcu::check {

class alignment {
 public:
  explicit alignment(const state& s) : state_(s) {}
  void launch_begins() { explains_failure_ = false; }
  bool explains_failure() const { return explains_failure_; }
  void atomic(const event& e);
  void misaligned_pointer(std::uintptr_t address, unsigned alignment, bool write, const void* pc);

 private:
  const state& state_;
  bool explains_failure_ = false;
};

}  // namespace simcu::check
