// SPDX-License-Identifier: Apache-2.0
// The only text that counts outside the marks is `#include <…>` at the top of the file. The headers that a
// region includes are also included there, because most labs have their regions in a namespace, where a
// header cannot be included. If this reader mistakes a line for an include (in a comment, for example), the
// only effect is an unnecessary header.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace submission {

// Lines [begin, end), from 0, that include a header in <>, or also in "" if `any`.
std::vector<std::size_t> includes_in(const std::vector<std::string>& lines, std::size_t begin,
                                     std::size_t end, bool any);

// Those of `student` before the first region (which begins at `student_end`) that include a header in <> and
// are not in `given` before its first region.
std::vector<std::size_t> own_includes(const std::vector<std::string>& given, std::size_t given_end,
                                      const std::vector<std::string>& student, std::size_t student_end);

}  // namespace submission
