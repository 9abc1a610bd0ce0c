// SPDX-License-Identifier: Apache-2.0
// Reports launches that failed (barriers and warp functions that can never complete, deadlocks, faults), with
// every place at which threads wait.
#pragma once

namespace simcu {
struct launch;
}

namespace simcu::check {

class stopped {
 public:
  // Reports the failure only if no other finding explains it.
  void launch_failed(const launch& grid);
};

}  // namespace simcu::check
