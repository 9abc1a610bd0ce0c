// SPDX-License-Identifier: Apache-2.0
// Environment variables pass a request's settings to the simulated device.
#pragma once
#include <cstdlib>
#include <string>

#include "protocol.h"

namespace runner {

inline void set_variable(const char* name, const std::string& value) {
  if (value.empty())
    unsetenv(name);
  else
    setenv(name, value.c_str(), 1);
}

inline void set_simulator(const protocol::request_message& request) {
  set_variable("SIMCU_SCHEDULE", request.schedule);
  set_variable("SIMCU_WATCH", request.watch);
  set_variable("SIMCU_COUNTERS", request.counters ? "1" : "");
  setenv("SIMCU_TIMEOUT", std::to_string(request.kernel_seconds).c_str(), 1);
}

}  // namespace runner
