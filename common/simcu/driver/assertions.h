// SPDX-License-Identifier: Apache-2.0
// A failed assertion in simcu's own headers is the program's mistake, so it is reported at the program's
// line.
#pragma once
#include <string>

#include "toolchain.h"

namespace simcu_driver {

// Replaces each failed static assertion in simcu's headers with one line, "file:line: error: …", at the
// innermost place outside these headers. Other messages are unchanged.
std::string assertions_at_users_lines(const std::string& said, const toolchain& tools);

}  // namespace simcu_driver
