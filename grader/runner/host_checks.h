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

// Call this once, in the process that runs the student's host code, before that code runs. The sanitizers'
// reports then become findings. A child of this process would have to call it again.
void listen_to_sanitizers();

// From now on, findings name arrays after these buffers of the current request, and no longer after earlier
// ones.
void watch_host_code(const std::vector<mapped_buffer>& buffers);

// The findings since the last call, as JSON: {"findings":[…],"dropped":n}.
std::string take_host_report();
// Prints the same as text on stderr; returns whether anything was found.
bool print_host_report();

}  // namespace runner
