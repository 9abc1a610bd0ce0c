// SPDX-License-Identifier: Apache-2.0
// Par compares the student's time on a GPU with the reference's, without effect on points. The file
// grader/labs/NN_name/reference_times.csv has the times of the reference and CUB on one GPU:
//
//   # machine: NVIDIA H200
//   version,reference_ms,cub_ms
//   lab 05,0.690272,0.427168
//
// Their ratio times CUB's time in this run estimates the reference's time here. A version's name is the one
// passed to show_phases.
#pragma once
#include <string>
#include <vector>

#include "session.h"

namespace verifier {

struct reference_time {
  std::string version;
  double ms = 0, cub_ms = 0;  // above 0
};
struct reference_times {
  std::string machine;
  std::vector<reference_time> rows;
};

// Throws rubric_error, whose message begins with `name` and the line.
reference_times parse_reference_times(const std::string& text, const std::string& name);

// Shows three bars per version: student, reference, CUB. Stars mark 50 %, 80 % and 100 % of the reference's
// speed. Empty if no recorded version was measured together with CUB.
std::string par_text(const std::vector<phase_group>& groups, const reference_times& recorded,
                     std::size_t width = 100);

// Empty on the simulated device, and for a lab without reference_times.csv. If the file is malformed, returns
// the error message.
std::string par_of(const session& grading, const lab_entry& lab, std::size_t width = 100);

}  // namespace verifier
