// SPDX-License-Identifier: Apache-2.0
// The one thing that counts outside of the marks: `#include <…>` at the top of the file. Most labs have their
// regions in a namespace, where a header cannot be included.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace submission {

// Lines of `student`, from 0, before the first region (which begins at `student_end`) that include a header
// in <> and are not in `given` before its first region.
std::vector<std::size_t> own_includes(const std::vector<std::string>& given, std::size_t given_end,
                                      const std::vector<std::string>& student, std::size_t student_end);

// A sentence about the first line of a region that includes a header in <> where a namespace of the given
// text is open; empty if there is none. `mark`: the line of the region's first mark in `given`; `begin` and
// `end`: those of its marks in `student`.
std::string include_in_namespace(const std::vector<std::string>& given, std::size_t mark,
                                 const std::vector<std::string>& student, std::size_t begin, std::size_t end,
                                 const std::string& name);

}  // namespace submission
