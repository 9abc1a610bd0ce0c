// SPDX-License-Identifier: Apache-2.0
// Launches that ended in a failure: barriers and warp functions that cannot open, deadlocks, faults; with
// every place at which threads wait.
#pragma once

namespace simcu {
struct launch;
}

namespace simcu::check {

class stopped {
 public:
  // Only if no other finding explains the failure.
  void launch_failed(const launch& grid);
};

}  // namespace simcu::check
