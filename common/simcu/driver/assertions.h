// SPDX-License-Identifier: Apache-2.0
// What simcu's own headers assert of the program is the program's mistake: told at its line.
#pragma once
#include <string>

namespace simcu_driver {

// What the compiler said, where each static assertion of a file in `own_headers` has become one line,
// "file:line: error: …", with the innermost place outside of these headers that asked for it. The rest is as
// it was.
std::string assertions_at_users_lines(const std::string& said, const std::string& own_headers);

}  // namespace simcu_driver
