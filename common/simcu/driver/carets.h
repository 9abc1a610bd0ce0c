// SPDX-License-Identifier: Apache-2.0
// The compiler quotes the user's line, but its carets are for the translated one.
#pragma once
#include <string>

namespace simcu_driver {

// What the compiler said, without the marks below a quoted line that begin past its end. The rest is as it
// was.
std::string without_stray_carets(const std::string& said);

}  // namespace simcu_driver
