// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "toolchain.h"

namespace simcu_driver {

// If the preprocessor (in English) missed a CUDA header that simcu does not have: the message to show
// instead, with file and line. Otherwise empty.
std::string explain_missing_header(const std::string& messages);

// The same for a header of CUB or Thrust that the system has and simcu replaces with nothing: its internals
// would not compile. Reads the text after the preprocessor.
std::string explain_library_header(const std::string& preprocessed, const toolchain& tools);

}  // namespace simcu_driver
