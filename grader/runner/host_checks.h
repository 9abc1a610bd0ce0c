// SPDX-License-Identifier: Apache-2.0
// The findings of the compiler's sanitizers in host code, in the form of simcu's report.
#pragma once
#include <string>
#include <vector>

#include "device.h"

namespace runner {

// In the sandbox, a child of this process can no longer read its own /proc/self, which the sanitizers need,
// so they read it now.
void prepare_host_checks();

// Call this once, in the process that runs the student's host code, before any of that code runs: the
// sanitizers' reports become findings. A child of this process would have to call it again.
void listen_to_sanitizers();

// Names of arrays come from the buffers of the request that is served; forgets those of the one before.
void watch_host_code(const std::vector<mapped_buffer>& buffers);

// What was found since the last call, as JSON: {"findings":[…],"dropped":n}.
std::string take_host_report();
// The same as text on stderr; whether anything was found.
bool print_host_report();

}  // namespace runner
