// SPDX-License-Identifier: Apache-2.0
// A failed assertion in simcu's own headers is the program's mistake, so it is reported at the program's
// line.
#pragma once
#include <string>

#include "toolchain.h"

namespace simcu_driver {

// The compiler's messages, in which each static assertion of a file in simcu's headers has become one line,
// "file:line: error: …", with the innermost place outside these headers that caused it. The rest is
// unchanged.
std::string assertions_at_users_lines(const std::string& said, const toolchain& tools);

}  // namespace simcu_driver
