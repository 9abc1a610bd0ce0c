// SPDX-License-Identifier: Apache-2.0
// Finds host variables by their addresses.
#pragma once
#include <cstdint>

namespace simcu::check {

// Returns whether a variable that only host code may use is at this address.
bool is_host_variable(std::uintptr_t a);

}  // namespace simcu::check
