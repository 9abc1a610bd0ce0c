// SPDX-License-Identifier: Apache-2.0
// Checks the preprocessed text of a submission: whether it contains only the student's text, and only
// features that a submission may use.
#pragma once
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "own_tokens.h"

namespace submission {

struct own_text {
  // All regions were read in sequence. Otherwise one of them hides the text after it.
  bool whole = false;
  std::vector<refusal> refusals;
  std::set<std::string> included;       // every included file, before the regions and in them
  std::vector<std::size_t> unbalanced;  // per region: the line of an unmatched brace, or 0
};

// `secret` is a name that the student can't know. Region i is a separate file, whose first line names its
// origin with #line. It is included from a line of the file begin_of(secret, i), and the text after it
// belongs to the file end_of(secret, i). So no region can end itself or begin another, whatever it contains.
// A header that a region includes must expand to nothing, because the merged text includes it earlier, unless
// the file is `ours`.
own_text read_own_text(const std::string& preprocessed, const std::string& secret, std::size_t regions,
                       bool ours);

std::string begin_of(const std::string& secret, std::size_t region);
std::string end_of(const std::string& secret, std::size_t region);

}  // namespace submission
