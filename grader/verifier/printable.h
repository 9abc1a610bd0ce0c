// SPDX-License-Identifier: Apache-2.0
// Text from students' programs, as messages show it.
#pragma once
#include <string>

#include "settings.h"

namespace verifier {

// Escapes control characters and bytes that are not UTF-8, as in \x1b, and characters that change the
// direction of text, as in \u202e. Keeps line ends.
std::string printable(const std::string& bytes);

// Shortens file names to labs/NN_name/… if the files are below the workbook's root or in the student's
// folder.
std::string with_short_paths(std::string text, const settings& config);

}  // namespace verifier
