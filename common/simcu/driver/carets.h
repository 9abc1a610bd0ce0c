// SPDX-License-Identifier: Apache-2.0
// The compiler quotes the user's line, but its carets belong to the translated line.
#pragma once
#include <string>

namespace simcu_driver {

// Returns the compiler's messages without the marks that begin past the end of the quoted line. Other text is
// unchanged.
std::string without_stray_carets(const std::string& said);

}  // namespace simcu_driver
