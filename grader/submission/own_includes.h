// SPDX-License-Identifier: Apache-2.0
// Most labs' regions are in a namespace, where a header cannot be included, so headers are included before
// the first region. If a line is mistaken for an include, the only effect is an unnecessary header.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace submission {

// Numbers count from 0. Also finds headers in "" if `any`.
std::vector<std::size_t> includes_in(const std::vector<std::string>& lines, std::size_t begin,
                                     std::size_t end, bool any);

// Returns the lines of `student` before its first region, at `student_end`, that include a header in <> which
// `given` does not include there.
std::vector<std::size_t> own_includes(const std::vector<std::string>& given, std::size_t given_end,
                                      const std::vector<std::string>& student, std::size_t student_end);

}  // namespace submission
