// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>

namespace simcu {

namespace model {
struct device;
}

// The current value of the environment variable SIMCU_…, or null.
const char* environment(const char* name);

struct runtime_settings {
  unsigned workers;  // SIMCU_WORKERS: OS threads that run blocks; default: the cores this process may use
  std::size_t stack_bytes;  // SIMCU_STACK_KIB: stack of one simulated thread, default 256 KiB; whole pages
  const model::device* device;  // SIMCU_DEVICE
};

// Read once. A malformed value ends the process with a message and status 2.
const runtime_settings& settings();

inline const model::device& this_device() { return *settings().device; }
// " on NVIDIA H200", or "" for the default device.
std::string on_this_device();

// Seconds that a kernel may run (SIMCU_TIMEOUT), or 0. Read at each launch, because the grader's requests
// have different limits.
double longest_run();

void warn_of_missing_check();

}  // namespace simcu
