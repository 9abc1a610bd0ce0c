// SPDX-License-Identifier: Apache-2.0
// Finds accesses whose address is not a multiple of their size. The compiler may split a plain access into
// aligned parts, so the compiler's own check reports each use of a misaligned pointer. The compiler's check
// does not cover atomic operations.
#pragma once
#include "state/state.h"

namespace simcu::check {

class alignment {
 public:
  explicit alignment(const state& s) : state_(s) {}
  void launch_begins() { explains_failure_ = false; }
  // Returns whether a finding in this launch may explain why the launch failed.
  bool explains_failure() const { return explains_failure_; }
  void atomic(const event& e);
  // Called by the compiler's own check when the code uses a pointer that lacks its type's alignment.
  void misaligned_pointer(std::uintptr_t address, unsigned alignment, bool write, const void* pc);

 private:
  const state& state_;
  bool explains_failure_ = false;
};

}  // namespace simcu::check
