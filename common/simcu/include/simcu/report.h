// SPDX-License-Identifier: Apache-2.0
// For programs that run many kernels and want to know what --check found in each part.
#pragma once
#include <string>

namespace simcu {

// What --check has found and counted since the program began, or since the last call: the JSON text that
// SIMCU_REPORT would get at the end. What was handed out is forgotten: it is neither printed at the end nor
// changes the exit status. `leaks`: device memory that was allocated since then and is still there counts as
// found. Empty in a program that was not built with --check.
std::string take_report(bool leaks = false);

}  // namespace simcu
