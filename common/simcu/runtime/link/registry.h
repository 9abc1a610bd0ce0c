// SPDX-License-Identifier: Apache-2.0
// What translated code registers before main: device variables, and kernels by address
// (include/simcu/kernel.h).
#pragma once
#include <functional>

#include "simcu/kernel.h"

namespace simcu {

void each_symbol(const std::function<void(const symbol_info&)>& what);

}  // namespace simcu
