// SPDX-License-Identifier: Apache-2.0
// How to mend a race: what follows from the text of its lines. The runner, in its box, cannot open the
// source.
#pragma once
#include <optional>
#include <string>

#include "checker_report.h"

namespace verifier {

struct line_of_barrier {
  std::string file;
  int line = 0;
};

// `of`.advice, or what is better where both lines are known. `barrier`: the last one that the earlier thread
// came to.
std::string advice_by_lines(const finding& of, const std::optional<line_of_barrier>& barrier);

// A line of a file that the student has anyway, as it is shown; else "".
std::string quoted_line(const std::string& file, int number);

// Whether the first finding is of an array that threads update, as in `++bins[i]`: what is missing is one
// atomic operation, and no question is open. `report` must have findings.
bool lacks_atomic(const checker_report& report);

// What a student should do about the first finding of a report that has some.
std::string advice_of(const checker_report& report);

}  // namespace verifier
