// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "messages.h"
#include "regions.h"

namespace submission {

// Returns the first few errors that do not follow from an earlier one, and the number of others. All errors
// after a syntax error follow from it. `source`, the student's file, helps to find a missing semicolon.
std::string text_of(const std::vector<compiler_error>& errors, const std::string& source = "");

struct exercise_errors {
  std::string text;
  std::string cause;  // the exercise that causes the errors, or "" if it is this one
};

// If the first error is about a name that `source` declares outside the marks, or without a necessary
// keyword, the message begins with that declaration. If one of the exercises in `broken` declares it, that
// exercise is the cause, and no error is shown.
exercise_errors explained(std::vector<compiler_error> errors, const std::string& source,
                          const std::string& given, const std::vector<region>& regions,
                          const std::set<std::string>& broken);

}  // namespace submission
