// SPDX-License-Identifier: Apache-2.0
// Checks that a submission's preprocessed text has only the student's text, with only allowed features.
#pragma once
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "own_tokens.h"

namespace submission {

struct own_text {
  // False if a region hides the text after it.
  bool whole = false;
  std::vector<refusal> refusals;
  std::set<std::string> included;       // before the regions and in them
  std::vector<std::size_t> unbalanced;  // per region: the line of an unmatched brace, or 0
};

// Region i is a separate file, included from begin_of(secret, i); the text after it belongs to end_of(secret,
// i). The student can't know `secret`, so no region can end itself or begin another. A region's includes must
// expand to nothing, because the merged text includes those headers earlier, unless the file is `ours`.
own_text read_own_text(const std::string& preprocessed, const std::string& secret, std::size_t regions,
                       bool ours);

std::string begin_of(const std::string& secret, std::size_t region);
std::string end_of(const std::string& secret, std::size_t region);

}  // namespace submission
