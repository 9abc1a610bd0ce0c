// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace simcu_driver {

// What the preprocessor said (in English), if it missed a header of CUDA that simcu does not have: the
// sentence to show instead, with file and line. Otherwise empty.
std::string explain_missing_header(const std::string& messages);

// The same of a header of CUB or Thrust that simcu has none for, but the system has: its insides would not
// compile. From the text after the preprocessor; `own_headers` is the folder of simcu's.
std::string explain_library_header(const std::string& preprocessed, const std::string& own_headers);

}  // namespace simcu_driver
