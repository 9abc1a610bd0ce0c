// SPDX-License-Identifier: Apache-2.0
// Reports the findings of the compiler's sanitizers in host code in the format of simcu's report.
#pragma once
#include <string>
#include <vector>

#include "device.h"

namespace runner {

// Lets the sanitizers read /proc/self, which they need. In the sandbox, a child of this process can no longer
// read it.
void prepare_host_checks();

// Turns the sanitizers' reports into findings from now on. Call this once, in the process that runs the
// student's host code, before that code runs. It has no effect on child processes.
void listen_to_sanitizers();

// Makes findings name arrays after these buffers of the current request, and no longer after earlier ones.
void watch_host_code(const std::vector<mapped_buffer>& buffers);

// The findings since the last call, as JSON: {"findings":[…],"dropped":n}.
std::string take_host_report();
// Prints the findings as text on stderr, and returns whether there are any.
bool print_host_report();

}  // namespace runner
