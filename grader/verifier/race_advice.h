// SPDX-License-Identifier: Apache-2.0
// Advice on how to fix a race, from the text of its lines. The verifier gives it because the runner, in its
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

// Gives a race better advice, and its remedy, if both lines are known. `barrier` is the last barrier that the
// earlier thread reached.
void advise_by_lines(finding& f, const std::optional<line_of_barrier>& barrier);

// Precondition: `f` is a race.
bool both_write(const finding& f);

// Returns the line as messages show it, if the student has its file anyway; otherwise "".
std::string quoted_line(const std::string& file, int number);

// Returns whether the first finding is a race between threads that update an element, as in `++bins[i]`; the
// fix is an atomic operation. Precondition: `report` has findings.
bool lacks_atomic(const checker_report& report);

// Says how to fix the first finding of a report. Precondition: `report` has findings.
std::string advice_of(const checker_report& report);

}  // namespace verifier
