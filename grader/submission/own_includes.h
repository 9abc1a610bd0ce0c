// SPDX-License-Identifier: Apache-2.0
// Outside the marks, only the `#include <…>` lines at the top of the file count. Headers that a region
// includes are also included there, because most labs' regions are in a namespace, where a header cannot be
// included. If a line is mistaken for an include (in a comment, for example), the only effect is an
// unnecessary header.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace submission {

// The numbers of the lines in [begin, end), from 0, that include a header in <>, or also in "" if `any`.
std::vector<std::size_t> includes_in(const std::vector<std::string>& lines, std::size_t begin,
                                     std::size_t end, bool any);

// The numbers of the lines of `student` before `student_end`, where its first region begins, that include a
// header in <> which `given` does not include before its first region.
std::vector<std::size_t> own_includes(const std::vector<std::string>& given, std::size_t given_end,
                                      const std::vector<std::string>& student, std::size_t student_end);

}  // namespace submission
