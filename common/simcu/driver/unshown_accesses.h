// SPDX-License-Identifier: Apache-2.0
// Finds accesses in the assembly that g++ does not announce to the checkers, such as structures in memory
// that calls take or return.
#pragma once
#include <string>

namespace simcu_driver {

// `assembly` is the output of g++ -S for a program with --check on x86-64. Inserts a call
// (check/unshown_access.cpp) before each access to memory other than the function's own frame and the
// compiler's constants.
std::string with_all_accesses_shown(const std::string& assembly);

}  // namespace simcu_driver
