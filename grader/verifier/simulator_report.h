// SPDX-License-Identifier: Apache-2.0
// The simulated device's report of a failure, as shown to the student.
#pragma once
#include <string>

namespace verifier {

enum class stopped_by {
  nothing,   // or the report is unreadable
  kernel,    // text: "kernel `k` failed: …", several lines; or why its launch was refused
  host,      // text: what host code did, "used the address 0x10, at main.cu:7"
  checkers,  // text: the finding that made --check end the process, several lines
  program    // text: why the program cannot continue, a sentence without a full stop
};

struct simulator_report {
  stopped_by stopped = stopped_by::nothing;
  std::string text;
};

// Reads a record of simcu::listen_to_faults; a student's process can also have sent anything else. The report
// names the place in the kernel, whereas a CUDA error names a later call. If many blocks wait, it names only
// the first few.
simulator_report read_simulator_report(const std::string& record);

}  // namespace verifier
