// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace simcu::check {

// Only host code may use such a variable.
bool is_host_variable(std::uintptr_t a);

}  // namespace simcu::check
