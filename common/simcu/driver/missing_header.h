// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "toolchain.h"

namespace simcu_driver {

// `messages` are the preprocessor's, in English. If the preprocessor did not find a CUDA header that simcu
// does not have, returns the message to show instead, with file and line. Otherwise returns "".
std::string explain_missing_header(const std::string& messages);

// Explains a header of CUB or Thrust that the system has and simcu does not replace, because its internals
// would not compile. `preprocessed` is the preprocessor's output.
std::string explain_library_header(const std::string& preprocessed, const toolchain& tools);

}  // namespace simcu_driver
