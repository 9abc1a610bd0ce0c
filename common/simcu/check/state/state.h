// SPDX-License-Identifier: Apache-2.0
// The state of the program's run, which the stream updates, and checks only read.
#pragma once
#include "state/device_memory.h"
#include "state/execution.h"
#include "state/host_calls.h"
#include "state/naming.h"
#include "state/past_accesses.h"
#include "state/values.h"

namespace simcu::check {

struct state {
  execution run;
  device_memory memory;
  host_calls calls;
  past_accesses past;
  write_log overwritten;
  value before_atomic;
  naming names{run, memory};

  // `bounds` must have admitted the access.
  SIMCU_HOT shadow_range& shadow_of(const event& e) {
    if (e.where == space::shared) return run.shared();
    if (e.where == space::symbol) return memory.around_variable(e.address);
    return memory.is_global(e.address) ? memory.global() : *memory.around(e.address);
  }

  void launch_begins(launch& grid);
};

}  // namespace simcu::check
