// SPDX-License-Identifier: Apache-2.0
// Variables of the host by address.
#pragma once
#include <cstdint>

namespace simcu::check {

// A variable of the program that only host code may use.
bool is_host_variable(std::uintptr_t a);

}  // namespace simcu::check
