// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "toolchain.h"

namespace simcu_driver {

// The message to show for a missing CUDA header that simcu does not have, or "". `messages` are the
// preprocessor's, in English.
std::string explain_missing_header(const std::string& messages);

// Explains a header of CUB or Thrust that simcu does not replace. `preprocessed` is the preprocessor's
// output.
std::string explain_library_header(const std::string& preprocessed, const toolchain& tools);

}  // namespace simcu_driver
