// SPDX-License-Identifier: Apache-2.0
// What of a submitted file is the student's work: the text between `// BEGIN YOUR CODE (exercise N)` and
// `// END YOUR CODE`, the `#include <…>` lines before the first of these (own_includes.h), and nothing else.
#pragma once
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace submission {

struct region {
  std::string exercise;
  std::size_t begin = 0, end = 0;  // lines of the two marks in the student's file, from 0
  std::size_t unbalanced = 0;  // the line, from 1, of a brace that has no partner in it; 0 if there is none
  std::string given;           // the given text of this region
  // It is still to be written, so it can take this one's place: nobody earns anything by it.
  bool can_stand_in() const { return given.find("LAB_TODO(") != std::string::npos; }
};

struct merged_text {
  std::string text;  // the given text, which includes the student's regions; empty if `errors` is not
  std::vector<std::string> files;  // the regions: file i is called file_name(secret, i)
  std::vector<region> regions;
  std::vector<std::string> notes;  // differences outside of the regions, which have no effect
  std::vector<std::string> errors;
};

// Puts the regions of `student` into `given`, which has all marks, each as a file that is included: so none
// can begin what it does not end, as a comment or an #if. `name` is the student's file as messages name it:
// #line says where each part came from, so that compilers and debuggers show that file. An error: a mark that
// is missing, twice, or in another order. What regions include is included at the top. `secret` is a name
// that the student cannot know: read_own_text() needs it. Of the exercises in `left_out` the given regions
// are taken, where they can stand in.
merged_text merge(const std::string& given, const std::string& student, const std::string& name,
                  const std::string& secret, const std::set<std::string>& left_out = {});

// The same of a file of which all counts, as one region. One of `ours` includes where it likes.
merged_text whole(const std::string& text, const std::string& name, const std::string& secret, bool ours);

std::string file_name(const std::string& secret, std::size_t region);

}  // namespace submission
