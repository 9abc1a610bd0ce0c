// SPDX-License-Identifier: Apache-2.0
// Stores that g++ does not show to the checkers: what a function returns into memory, an element at a
// constant index past its array, the compiler's own functions. They are found in the assembly.
#pragma once
#include <string>

namespace simcu_driver {

// `assembly` is the output of g++ -S for a program built with --check on x86-64. Before each store that no
// call of __tsan_… has announced, and that is not to the function's own frame, the result calls
// simcu_check_unshown_store (check/unshown_store.cpp).
std::string with_all_stores_shown(const std::string& assembly);

}  // namespace simcu_driver
