// SPDX-License-Identifier: Apache-2.0
// Decides whether a kernel may access an address.
#pragma once
#include <array>

#include "state/state.h"

namespace simcu::check {

class bounds {
 public:
  explicit bounds(const state& s) : state_(s) {}
  void launch_begins() {
    explains_failure_ = false;
    known_ = {};
  }
  void block_runs() { known_ = {}; }
  void allocations_change() {
    known_ = {};
    recent_allocations_ = {};
  }
  bool explains_failure() const { return explains_failure_; }
  // Sets e.where, and reports a forbidden access. Returns false if the access is ignored.
  SIMCU_HOT bool admits(event& e) {
    range& known = known_from(e);
    if (!known.holds(e)) {
      const range found = around(e);
      if (!found.holds(e)) return e.where = space::ignored, false;
      known = found;
    }
    e.where = known.where;
    return e.where != space::ignored;
  }

  // Keeps the shadow's origin for the access that was admitted last.
  void has_shadow(const event& e, std::uintptr_t origin) { known_from(e).shadow = origin; }

  // Sets e.where and, unless the access is ignored, the shadow's origin. Returns false if no earlier access
  // from this place has determined them.
  SIMCU_HOT bool knows_where(event& e, std::uintptr_t& shadow) {
    const range& known = known_from(e);
    e.where = known.where;
    shadow = known.shadow;
    return known.holds(e);
  }

 private:
  // All addresses in [from, to) are in the same kind of memory.
  struct range {
    std::uintptr_t from = 0, to = 0;
    space where = space::ignored;
    std::uintptr_t shadow = 0;
    SIMCU_HOT bool holds(const event& e) const { return e.address >= from && e.address + e.bytes <= to; }
  };
  SIMCU_HOT range& known_from(const event& e) {  // separate for writes: readable memory may be read-only
    return known_[(reinterpret_cast<std::uintptr_t>(e.pc) / 8 * 2 + e.write) % known_.size()];
  }
  range around(event e);
  range variable(const event& e);
  range in_allocation(const event& e);
  range in_shared_array(const event& e);
  void outside_allocations(const event& e, const memory_info& m);
  void outside_shared_arrays(const event& e);
  void elsewhere(const event& e);
  bool index_below_zero(const event& e);
  static std::uintptr_t meant_below_zero(const event& e);
  void below_zero(const event& e, const char* kind, const char* array);
  bool below_parameter(std::uintptr_t meant, const char*& name) const;
  const live_block::array* array_above(std::uintptr_t address) const;
  void host_memory(const event& e, bool certain);
  void past_local_arrays(const event& e);
  void stop_if_apart(const event& e);

  const state& state_;
  bool explains_failure_ = false;
  std::array<range, 256> known_{};  // per place in the code, which nearly always uses only one array
  std::array<range, 4> recent_allocations_{};
  unsigned recent_next_ = 0;
  std::array<std::uintptr_t, 64> ignored_variables_{};  // recently read, no check needed
};

}  // namespace simcu::check
