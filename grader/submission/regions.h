// SPDX-License-Identifier: Apache-2.0
// The student's part of a submitted file: the text between `// BEGIN YOUR CODE (exercise N)` and `// END YOUR
// CODE`, the `#include <…>` lines before the first of these (own_includes.h), and nothing else.
#pragma once
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace submission {

struct region {
  std::string exercise;
  std::size_t begin = 0, end = 0;  // lines of the two marks in the student's file, from 0
  std::size_t unbalanced = 0;      // the line, from 1, of an unmatched brace; 0 if there is none
  std::string given;               // the given text of this region
  // The given region is still to be written, so it can replace this region without earning anything.
  bool can_stand_in() const { return given.find("LAB_TODO(") != std::string::npos; }
};

struct merged_text {
  std::string text;  // the given text, which includes the student's regions; empty if `errors` is not
  std::vector<std::string> files;  // the regions: file i is called file_name(secret, i)
  std::vector<region> regions;
  std::vector<std::string> notes;  // differences outside the regions, which have no effect
  std::vector<std::string> errors;
};

// Puts the regions of `student` into `given`, which has all marks. Each region becomes an included file, so
// it cannot begin something that it does not end, such as a comment or an #if. `name` is the student's file
// as messages name it; #line directives make compilers and debuggers show that file. Errors are marks that
// are missing, repeated, or out of order. Headers that regions include are included at the top. `secret` is a
// name that the student cannot know, which read_own_text() needs. The exercises in `left_out` get the given
// regions, if those can replace them.
merged_text merge(const std::string& given, const std::string& student, const std::string& name,
                  const std::string& secret, const std::set<std::string>& left_out = {});

// The same for a file that counts as a whole, as one region. A file of `ours` has unrestricted includes.
merged_text whole(const std::string& text, const std::string& name, const std::string& secret, bool ours);

std::string file_name(const std::string& secret, std::size_t region);

}  // namespace submission
