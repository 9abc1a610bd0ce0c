// SPDX-License-Identifier: Apache-2.0
// What the stream does with every access, in the order in which it happens. This is where a checked program
// spends its time, so it is compiled into each function that the compiler's instrumentation calls: there the
// size and the kind of the access are constants, and `e` lives in registers. Whatever is rare is a call,
// which takes a copy of `e`.
#pragma once
#include "stream.h"

namespace simcu::check {

SIMCU_HOT inline void event_stream::access(event& e) {
  giving_way_.before(e);
  race_.settle();
  if (!state_.run.in_kernel()) return;
  if (!bounds_.admits(e)) {
    if (e.write && !followers_.empty()) tell_stored_elsewhere(e);
    return;
  }
  shadow_range& shadow = state_.shadow_of(e);
  if (!shadow.marked(e.address, e.bytes)) {
    if (!e.write) initialised_.read(e, shadow);
    shadow.mark(e.address, e.bytes);
  }
  compare(e, shadow);
  state_.run.accessed_at(e.pc);
  if (e.write) state_.overwritten.writes(e.address, e.bytes, state_.run.now());
  if (e.strong) state_.run.strong_access(e, !e.write, e.write, false);
  giving_way_.access(e);
  if (!followers_.empty()) tell_followers(e);
}

SIMCU_HOT inline void event_stream::compare(const event& e, shadow_range& shadow) {
  state_.past.add(e, shadow, state_.run, race_);
  if (__builtin_expect(transfers_.any_concurrent(), 0) && e.where != space::shared)
    transfers_.access_of_kernel(e);
}

}  // namespace simcu::check
