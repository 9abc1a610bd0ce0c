// SPDX-License-Identifier: Apache-2.0
// The simulated device's report of a failure, prepared for the student.
#pragma once
#include <string>

namespace verifier {

enum class stopped_by {
  nothing,   // or the report cannot be read
  kernel,    // text: "kernel `k` failed: …", several lines; or why its launch was refused
  host,      // text: what host code did, "used the address 0x10, at main.cu:7"
  checkers,  // text: the finding for which --check ended the process, several lines
  program    // text: why it cannot continue, a sentence without its full stop
};

struct simulator_report {
  stopped_by stopped = stopped_by::nothing;
  std::string text;
};

// Reads a record of simcu::listen_to_faults, or whatever a student's process has sent in its place. The
// report names the place in the kernel, where CUDA's error names a later call. If many blocks wait, only the
// first few are kept.
simulator_report read_simulator_report(const std::string& record);

}  // namespace verifier
