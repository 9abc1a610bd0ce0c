// SPDX-License-Identifier: Apache-2.0
// The environment variables that control the simulated device.
#pragma once
#include <cstddef>
#include <string>

namespace simcu {

namespace model {
struct device;
}

// Null if the variable is not set.
const char* environment(const char* name);

struct runtime_settings {
  unsigned workers;  // SIMCU_WORKERS: OS threads that run blocks; default: the cores this process may use
  std::size_t stack_bytes;  // SIMCU_STACK_KIB: stack of one simulated thread, default 256 KiB; whole pages
  const model::device* device;  // SIMCU_DEVICE: the card whose limits apply
};

// Read once. A malformed value ends the process with a message and status 2.
const runtime_settings& settings();

inline const model::device& this_device() { return *settings().device; }
// " on NVIDIA H200", for a sentence about its limits; "" for the default device.
std::string on_this_device();

// Seconds that a kernel may run (SIMCU_TIMEOUT), or 0. Read at each launch, because the grader's requests
// have different limits.
double longest_run();

// Says on stderr that SIMCU_TRACE needs --check.
void warn_of_missing_check();

}  // namespace simcu
