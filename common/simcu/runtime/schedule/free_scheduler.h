// SPDX-License-Identifier: Apache-2.0
// Has no state, so any number of workers may use it at once.
#pragma once
#include "device/scheduler.h"

namespace simcu {

class free_scheduler final : public scheduler {
 public:
  static free_scheduler& instance();
  block* next_block(launch& grid, worker& w) override;
};

}  // namespace simcu
