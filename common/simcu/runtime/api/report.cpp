// SPDX-License-Identifier: Apache-2.0
// Asks the observer, if there is one.
#include "simcu/report.h"

#include "base/observer.h"
#include "schedule/controlled_scheduler.h"

namespace simcu {

std::string take_report(bool leaks) {
  controlled_scheduler::begin_part();
  return the_observer ? the_observer->take_report(leaks) : "";
}

}  // namespace simcu
