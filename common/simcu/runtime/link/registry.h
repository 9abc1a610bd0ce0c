// SPDX-License-Identifier: Apache-2.0
// The program's device variables as translated code has registered them (include/simcu/kernel.h).
#pragma once
#include <functional>

#include "simcu/kernel.h"

namespace simcu {

void each_symbol(const std::function<void(const symbol_info&)>& what);

}  // namespace simcu
