// SPDX-License-Identifier: Apache-2.0
#include "state/state.h"

namespace simcu::check {

void state::launch_begins(launch& grid) {
  // After the host has waited for all earlier work, nothing can race with it, so its numbers can be reused.
  if ((run.numbers_run_short() || past.numbers_run_short()) && run.order().host_knows_all()) {
    memory.forget_accesses();
    run.forget_earlier_launches();
    past.start_again();
    overwritten = write_log{};
  }
  run.launch_begins(grid);
}

}  // namespace simcu::check
