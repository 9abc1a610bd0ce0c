// SPDX-License-Identifier: Apache-2.0
// Accesses at addresses that their size does not divide. The compiler reports pointers of plain accesses
// where they are used (it may split the access); of atomic operations it does not.
#pragma once
#include "state/state.h"

namespace simcu::check {

class alignment {
 public:
  explicit alignment(const state& s) : state_(s) {}
  void launch_begins() { explains_failure_ = false; }
  // Whether something was found in this launch that may also make it fail.
  bool explains_failure() const { return explains_failure_; }
  void atomic(const event& e);
  // The compiler's own check: a pointer to a type with this alignment is used.
  void misaligned_pointer(std::uintptr_t address, unsigned alignment, bool write, const void* pc);

 private:
  const state& state_;
  bool explains_failure_ = false;
};

}  // namespace simcu::check
