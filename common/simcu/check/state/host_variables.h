// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace simcu::check {

// Whether only host code may use the variable at this address.
bool is_host_variable(std::uintptr_t a);

}  // namespace simcu::check
