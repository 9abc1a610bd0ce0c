// SPDX-License-Identifier: Apache-2.0
// The causes among a compiler's errors, without those that only follow from them.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "messages.h"
#include "regions.h"

namespace submission {

// The first few errors that do not follow from an earlier one, and how many more there are. After a syntax
// error all others follow. `source`: the student's file; if it is known, a line before a syntax error that
// lacks its semicolon is named.
std::string text_of(const std::vector<compiler_error>& errors, const std::string& source = "");

// The errors that keep one exercise from being compiled.
struct exercise_errors {
  std::string text;
  std::string cause;  // the exercise that it follows from, or ""
};

// If the first error is about a name that `source` declares, the message begins with the
// place of the declaration: outside the marks, or a function without a keyword. If the declaration is in one
// of the exercises in `broken`, all errors follow from that exercise, and none is shown. `given`: the text of
// the stub.
exercise_errors explained(std::vector<compiler_error> errors, const std::string& source,
                          const std::string& given, const std::vector<region>& regions,
                          const std::set<std::string>& broken);

}  // namespace submission
