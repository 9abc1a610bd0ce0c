// SPDX-License-Identifier: Apache-2.0
// The student's part of a file is the text between `// BEGIN YOUR CODE (exercise N)` and `// END YOUR CODE`,
// and the `#include <…>` lines before it (own_includes.h).
#pragma once
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace submission {

struct region {
  std::string exercise;
  std::size_t begin = 0, end = 0;  // lines of the marks in the student's file, from 0
  std::size_t unbalanced = 0;      // the line, from 1, of an unmatched brace, or 0
  std::string given;               // the given text of this region
  // Returns whether the given region is a stub, which earns no points.
  bool can_stand_in() const { return given.find("LAB_TODO(") != std::string::npos; }
};

struct merged_text {
  std::string text;                // includes the student's regions; empty if there are errors
  std::vector<std::string> files;  // file i is called file_name(secret, i)
  std::vector<region> regions;
  std::vector<std::string> notes;  // differences outside the regions, which have no effect
  std::vector<std::string> errors;
};

// Puts the regions of `student` into `given`. Each becomes an included file, so it cannot leave a comment or
// an #if open. Messages, compilers and debuggers show `name`. Marks that are missing, repeated or out of
// order are errors. read_own_text() needs `secret`, which the student cannot know. Exercises in `left_out`
// get the given regions, if those are stubs.
merged_text merge(const std::string& given, const std::string& student, const std::string& name,
                  const std::string& secret, const std::set<std::string>& left_out = {});

// The file counts as one region. If it is `ours`, its includes are unrestricted.
merged_text whole(const std::string& text, const std::string& name, const std::string& secret, bool ours);

std::string file_name(const std::string& secret, std::size_t region);

}  // namespace submission
