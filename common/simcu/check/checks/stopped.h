// SPDX-License-Identifier: Apache-2.0
// Failed launches, with every place at which their threads wait.
#pragma once

namespace simcu {
struct launch;
}

namespace simcu::check {

class stopped {
 public:
  // Called only if no other finding explains the failure.
  void launch_failed(const launch& grid);
};

}  // namespace simcu::check
