// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace simcu_driver {

// What the preprocessor said (in English), if it missed a header of CUDA that simcu does not have: the
// sentence to show instead, with file and line. Otherwise empty.
std::string explain_missing_header(const std::string& messages);

}  // namespace simcu_driver
