// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace simcu_driver {

// What the preprocessor said (in English), if it missed a header of CUDA that simcu does not have: the
// sentence to show instead, with file and line. Otherwise empty.
std::string explain_missing_header(const std::string& messages);

// The same of a header of CUB or Thrust that was found on the system, whose insides would not compile: from
// the text after the preprocessor.
std::string explain_library_header(const std::string& preprocessed);

}  // namespace simcu_driver
