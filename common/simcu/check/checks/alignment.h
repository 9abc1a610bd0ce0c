// SPDX-License-Identifier: Apache-2.0
// Finds accesses at addresses that are not a multiple of their size. For plain accesses, which the compiler
// may split, the compiler itself reports each use of a misaligned pointer; for atomic operations it does not.
#pragma once
#include "state/state.h"

namespace simcu::check {

class alignment {
 public:
  explicit alignment(const state& s) : state_(s) {}
  void launch_begins() { explains_failure_ = false; }
  // Whether a finding in this launch may also make it fail.
  bool explains_failure() const { return explains_failure_; }
  void atomic(const event& e);
  // Called by the compiler's own check: a pointer to a type with this alignment is used.
  void misaligned_pointer(std::uintptr_t address, unsigned alignment, bool write, const void* pc);

 private:
  const state& state_;
  bool explains_failure_ = false;
};

}  // namespace simcu::check
