// SPDX-License-Identifier: Apache-2.0
// Par: a comparison of the student's time on a GPU with the reference's. No points depend on it.
//
// Times on two different GPUs cannot be compared. So the recorded times are the reference's and CUB's, on one
// GPU and for the same elements. Their ratio multiplied by CUB's time in this run estimates the reference's
// time on this GPU. The file is grader/labs/NN_name/reference_times.csv:
//
//   # machine: NVIDIA H200
//   version,reference_ms,cub_ms
//   lab 05,0.690272,0.427168
//
// A version's name is the one passed to show_phases.
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

// Three bars per recorded version: the student's, the reference's and CUB's times for the same number of
// elements. There is one star at 50 % of the reference's speed, a second at 80 % and a third at 100 %. Empty
// if no recorded version was measured together with CUB.
std::string par_text(const std::vector<phase_group>& groups, const reference_times& recorded,
                     std::size_t width = 100);

// par_text for the times that a lab measured in this run. Empty on the simulated device, and for a lab
// without reference_times.csv. If the file is malformed, returns the error message.
std::string par_of(const session& grading, const lab_entry& lab, std::size_t width = 100);

}  // namespace verifier
