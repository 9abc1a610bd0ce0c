// SPDX-License-Identifier: Apache-2.0
// Whether an access of a kernel goes to memory that it may use: not out of bounds, not freed, not the host's.
#pragma once
#include <array>
#include <utility>

#include "state/state.h"

namespace simcu::check {

class bounds {
 public:
  explicit bounds(const state& s) : state_(s) {}
  void launch_begins() { explains_failure_ = false; }
  void allocations_change() { recent_allocations_ = {}; }
  // Whether something was found in this launch that may also make it fail.
  bool explains_failure() const { return explains_failure_; }
  // Sets e.where, and reports the access if it goes where it must not. False: it is ignored.
  bool admits(event& e) {
    e.where = classify(e);
    return e.where != space::ignored;
  }

 private:
  space classify(const event& e);
  space variable(const event& e);
  bool in_allocation(const event& e);
  bool in_shared_array(const event& e);
  void outside_allocations(const event& e, const memory_info& m);
  void outside_shared_arrays(const event& e);
  void elsewhere(const event& e);
  bool index_below_zero(const event& e);
  const live_block::array* array_above(std::uintptr_t address) const;
  void host_memory(const event& e);

  const state& state_;
  bool explains_failure_ = false;
  std::array<std::pair<std::uintptr_t, std::uintptr_t>, 4> recent_allocations_{};
  unsigned recent_next_ = 0;
  std::array<std::uintptr_t, 64> ignored_variables_{};  // of the program, lately
};

}  // namespace simcu::check
