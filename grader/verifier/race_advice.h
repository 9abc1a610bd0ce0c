// SPDX-License-Identifier: Apache-2.0
// Advice on how to fix a race, from the text of its lines. It is made here because the runner, in its
// sandbox, cannot open the source.
#pragma once
#include <optional>
#include <string>

#include "checker_report.h"

namespace verifier {

struct line_of_barrier {
  std::string file;
  int line = 0;
};

// `of`.advice, or better advice if both lines are known. `barrier`: the last barrier that the earlier thread
// reached.
std::string advice_by_lines(const finding& of, const std::optional<line_of_barrier>& barrier);

// The line as it is shown, if it is in a file that the student has anyway; else "".
std::string quoted_line(const std::string& file, int number);

// Whether the first finding is about elements that threads update, as in `++bins[i]`: then one atomic
// operation is missing, and no question is open. `report` must have findings.
bool lacks_atomic(const checker_report& report);

// Says how to fix the first finding of a report. The report must have a finding.
std::string advice_of(const checker_report& report);

}  // namespace verifier
