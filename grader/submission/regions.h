// SPDX-License-Identifier: Apache-2.0
// What of a submitted file is the student's work: the text between `// BEGIN YOUR CODE (exercise N)` and
// `// END YOUR CODE`, and nothing else.
#pragma once
#include <string>
#include <vector>

namespace submission {

struct merged_text {
  std::string text;  // the given text with the student's regions in it; empty if `errors` is not
  std::vector<std::string> notes;  // differences outside of the regions, which have no effect
  std::vector<std::string> errors;
};

// Puts the regions of `student` into `given`, which has all marks. `name` is the student's file as messages
// name it: the merged text says with #line where each part came from, so that compilers and debuggers show
// that file. An error: a mark that is missing, twice, or in another order; a region that does not end what it
// begins (a comment, a raw string, an #if), and so would reach beyond its end.
merged_text merge(const std::string& given, const std::string& student, const std::string& name);

}  // namespace submission
