// SPDX-License-Identifier: Apache-2.0
// The student's part of a submitted file is the text between `// BEGIN YOUR CODE (exercise N)` and `// END
// YOUR CODE`, and the `#include <…>` lines before the first of these marks (own_includes.h).
#pragma once
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace submission {

struct region {
  std::string exercise;
  std::size_t begin = 0, end = 0;  // the lines of the two marks in the student's file, from 0
  std::size_t unbalanced = 0;      // the line, from 1, of an unmatched brace; 0 if there is none
  std::string given;               // the given text of this region
  // Returns whether the given region is a stub, which can replace this region without earning points.
  bool can_stand_in() const { return given.find("LAB_TODO(") != std::string::npos; }
};

struct merged_text {
  std::string text;  // the given text, which includes the student's regions; empty if there are errors
  std::vector<std::string> files;  // the regions: file i is called file_name(secret, i)
  std::vector<region> regions;
  std::vector<std::string> notes;  // differences outside the regions, which have no effect
  std::vector<std::string> errors;
};

// Puts the regions of `student` into `given`, which has all marks. Each region becomes an included file, so
// it cannot leave a comment or an #if open. `name` is the student's file's name in messages; #line
// directives make compilers and debuggers show that file. Marks that are missing, repeated or out of order
// are errors. Headers that regions include are included at the top. `secret` is a name that the student
// cannot know, which read_own_text() needs. The exercises in `left_out` get the given regions, if those can
// replace them.
merged_text merge(const std::string& given, const std::string& student, const std::string& name,
                  const std::string& secret, const std::set<std::string>& left_out = {});

// Like merge(), for a file that counts as a whole, as one region. If it is `ours`, its includes are
// unrestricted.
merged_text whole(const std::string& text, const std::string& name, const std::string& secret, bool ours);

std::string file_name(const std::string& secret, std::size_t region);

}  // namespace submission
