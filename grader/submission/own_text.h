// SPDX-License-Identifier: Apache-2.0
// Checks the preprocessed text of a submission: whether it is the student's text and no other, and contains
// only what a submission may have.
#pragma once
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "own_tokens.h"

namespace submission {

struct own_text {
  // All regions were read, one after another. If not, one of them hides the text after it.
  bool whole = false;
  std::vector<refusal> refusals;
  std::set<std::string> included;       // every file that was included, before the regions and in them
  std::vector<std::size_t> unbalanced;  // for each region, the line of an unmatched brace; 0 if there is none
};

// `secret`: a name that the student can't know. Region i is a separate file, whose first line names its
// origin with #line. A line of the file begin_of(secret, i) included it, and the text after it belongs to the
// file end_of(secret, i). So no region can end itself or begin another, whatever it contains. What a region
// includes must be empty (the merged text has included it before), unless the file is `ours`.
own_text read_own_text(const std::string& preprocessed, const std::string& secret, std::size_t regions,
                       bool ours);

std::string begin_of(const std::string& secret, std::size_t region);
std::string end_of(const std::string& secret, std::size_t region);

}  // namespace submission
