// SPDX-License-Identifier: Apache-2.0
// Par: the reference's time next to a student's, on a GPU. No points depend on it.
//
// Times of two GPUs cannot be compared. So the recorded times are those of the reference and of CUB on the
// same GPU, for the same elements. Their ratio times CUB's time in this run estimates the reference's time
// here. The file is grader/labs/NN_name/reference_times.csv:
//
//   # machine: NVIDIA H200
//   version,reference_ms,cub_ms
//   lab 05,0.690272,0.427168
//
// A version has the name that show_phases gives it.
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

// Three bars for each recorded version: the student's, the reference's and CUB's time for as many elements.
// There is one star at 50 % of the reference's speed, a second at 80 % and a third at 100 %. Empty if no
// recorded version was measured together with CUB.
std::string par_text(const std::vector<phase_group>& groups, const reference_times& recorded,
                     std::size_t width = 100);

// par_text for the times that a lab has measured in this run. Empty on the simulated device, and for a lab
// without such a file; the error message if the file cannot be read.
std::string par_of(const session& grading, const lab_entry& lab, std::size_t width = 100);

}  // namespace verifier
