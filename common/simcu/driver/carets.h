// SPDX-License-Identifier: Apache-2.0
// The compiler quotes the user's line, but its carets belong to the translated one.
#pragma once
#include <string>

namespace simcu_driver {

// The compiler's messages, without the marks below a quoted line that begin past its end. The rest is
// unchanged.
std::string without_stray_carets(const std::string& said);

}  // namespace simcu_driver
