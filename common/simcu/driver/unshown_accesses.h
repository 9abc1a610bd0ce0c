// SPDX-License-Identifier: Apache-2.0
// Finds accesses in the assembly that g++ does not announce to the checkers. The compiler misses an access if
// a call takes or returns a structure in memory, or if a constant index is past the end of its array. The
// compiler also misses an access by a builtin with an argument that the sanitizer does not know.
#pragma once
#include <string>

namespace simcu_driver {

// `assembly` is the output of g++ -S for a program with --check on x86-64. In the result, a call precedes
// each access to memory other than the function's own frame and the compiler's constants. The callee
// (check/unshown_access.cpp) compares the access with the last announcement.
std::string with_all_accesses_shown(const std::string& assembly);

}  // namespace simcu_driver
