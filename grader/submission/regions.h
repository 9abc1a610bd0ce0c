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
  std::string text;  // the given text with the student's regions in it; empty if `errors` is not
  std::vector<region> regions;
  std::vector<std::string> notes;  // differences outside of the regions, which have no effect
  std::vector<std::string> errors;
};

// Puts the regions of `student` into `given`, which has all marks. `name` is the student's file as messages
// name it: the merged text says with #line where each part came from, so that compilers and debuggers show
// that file. An error: a mark that is missing, twice, or in another order; a region that does not end what it
// begins (a comment, a raw string, an #if), and so would reach beyond its end. Of the exercises in `left_out`
// the given regions are taken, where they can stand in. `seal`: a name that the student cannot know. The text
// asks at its end whether what follows each region was read, whatever the rules above missed.
merged_text merge(const std::string& given, const std::string& student, const std::string& name,
                  const std::set<std::string>& left_out = {}, const std::string& seal = "");

}  // namespace submission
