// SPDX-License-Identifier: Apache-2.0
// Removes carets past the end of the quoted line: the compiler places them for the translated line.
#pragma once
#include <string>

namespace simcu_driver {

std::string without_stray_carets(const std::string& said);

}  // namespace simcu_driver
