// SPDX-License-Identifier: Apache-2.0
#include "simcu/report.h"

#include "base/faults.h"
#include "base/observer.h"
#include "link/refusals.h"
#include "schedule/controlled_scheduler.h"

namespace simcu {

std::string take_report(bool leaks) {
  controlled_scheduler::begin_part();
  return the_observer ? the_observer->take_report(leaks) : "";
}

void listen_to_faults(fault_listener listener) {
  the_fault_listener = listener;
  forget_refusals();
}

}  // namespace simcu
