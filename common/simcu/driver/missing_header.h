// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace simcu_driver {

// If the preprocessor (in English) missed a CUDA header that simcu does not have: the message to show
// instead, with file and line. Otherwise empty.
std::string explain_missing_header(const std::string& messages);

// The same for a header of CUB or Thrust that the system has and simcu replaces with nothing: its internals
// would not compile. Reads the text after the preprocessor; `own_headers` is simcu's folder.
std::string explain_library_header(const std::string& preprocessed, const std::string& own_headers);

}  // namespace simcu_driver
