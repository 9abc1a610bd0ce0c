// SPDX-License-Identifier: Apache-2.0
// Removes carets that point past the end of the quoted line. The compiler quotes the user's line, but places
// its carets for the translated line.
#pragma once
#include <string>

namespace simcu_driver {

// Returns the compiler's messages without the marks that begin past the end of the quoted line. Other text is
// unchanged.
std::string without_stray_carets(const std::string& said);

}  // namespace simcu_driver
