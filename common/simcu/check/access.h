// SPDX-License-Identifier: Apache-2.0
// Handles every access by instrumented code, where a checked program spends most of its time. Inlined into
// each function that the instrumentation calls, so an access's size and kind are constants, and the event `e`
// stays in registers.
#pragma once
#include "stream.h"

namespace simcu::check {

SIMCU_HOT inline void event_stream::access(event& e) {
  if (e.bytes != 4 || e.strong)
    any(e);
  else if (!usual(e))
    unusual(e.address, e.write, e.pc);
}

// Handles nearly every 4-byte access. Returns false if it did nothing.
SIMCU_HOT inline bool event_stream::usual(event& e) {
  std::uintptr_t shadow;
  if (!calm_ || e.address % 4 != 0 || !giving_way_.goes_on() || !bounds_.knows_where(e, shadow)) return false;
  giving_way_.counts();
  if (e.where == space::ignored) return true;
  if (!state_.past.add_usual(shadow_range::word_at(shadow, e.address), e, state_.run))
    mark_and_compare(e.address, e.write, e.pc, e.where);
  state_.run.accessed_at(e.pc);
  if (e.write) {
    state_.overwritten.writes(e.address, e.bytes, state_.run.now(), false);
    giving_way_.access(e);
  }
  return true;
}

SIMCU_HOT inline void event_stream::any(event& e) {
  giving_way_.before(e);
  race_.settle();
  if (!state_.run.in_kernel()) return;
  shadow_range* const admitted = admit(e);
  if (!admitted) return tell_elsewhere(e);
  shadow_range& shadow = *admitted;
  if (!shadow.marked(e.address, e.bytes)) {
    shadow.about_to_use(e.address);
    if (!e.write) initialised_.read(e, shadow);
    shadow.mark(e.address, e.bytes);
  }
  compare(e, shadow);
  state_.run.accessed_at(e.pc);
  if (e.write) state_.overwritten.writes(e.address, e.bytes, state_.run.now(), e.strong);
  if (e.strong) state_.run.strong_access(e, !e.write, e.write, false);
  giving_way_.access(e);
  if (!followers_.empty()) tell_followers(e);
  calm_ = giving_way_.calm() && race_.settled() && !transfers_.any_concurrent() && followers_.empty();
}

SIMCU_HOT inline shadow_range* event_stream::admit(event& e) {
  if (!bounds_.admits(e)) return nullptr;
  shadow_range& shadow = state_.shadow_of(e);
  bounds_.has_shadow(e, shadow.origin());
  return &shadow;
}

SIMCU_HOT inline void event_stream::compare(const event& e, shadow_range& shadow) {
  state_.past.add(e, shadow, state_.run, race_);
  if (__builtin_expect(transfers_.any_concurrent(), 0) && e.where != space::shared)
    transfers_.access_of_kernel(e);
}

}  // namespace simcu::check
