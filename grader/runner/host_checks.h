// SPDX-License-Identifier: Apache-2.0
// Reports what the compiler's sanitizers find in host code, in the format of simcu's report.
#pragma once
#include <string>
#include <vector>

#include "device.h"

namespace runner {

// Lets the sanitizers read /proc/self, which a child in the sandbox can no longer read.
void prepare_host_checks();

// Call once, in the process that runs the student's host code, before that code. Has no effect on children.
void listen_to_sanitizers();

// Findings name arrays after these buffers, and no longer after earlier ones.
void watch_host_code(const std::vector<mapped_buffer>& buffers);

// Returns the findings since the last call: {"findings":[…],"dropped":n}.
std::string take_host_report();
// Prints to stderr, and returns whether there are findings.
bool print_host_report();

}  // namespace runner
