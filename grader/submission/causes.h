// SPDX-License-Identifier: Apache-2.0
// Selects the causes among a compiler's errors, without the errors that only follow from them.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "messages.h"
#include "regions.h"

namespace submission {

// The first few errors that do not follow from an earlier one, and the number of other errors. All errors
// after a syntax error follow from it. If `source`, the student's file, is given, the text also names a line
// that lacks its semicolon.
std::string text_of(const std::vector<compiler_error>& errors, const std::string& source = "");

// The errors that prevent one exercise from compiling.
struct exercise_errors {
  std::string text;
  std::string cause;  // the exercise that causes the errors, or "" if it is this one
};

// Explains an exercise's errors. If the first one is about a name that `source` declares outside the marks,
// or without a necessary keyword, the message begins with that declaration. If the declaration is in one of
// the exercises in `broken`, all errors follow from that exercise, and none is shown. `given` is the stub's
// text.
exercise_errors explained(std::vector<compiler_error> errors, const std::string& source,
                          const std::string& given, const std::vector<region>& regions,
                          const std::set<std::string>& broken);

}  // namespace submission
