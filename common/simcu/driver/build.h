// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "options.h"

namespace simcu_driver {

constexpr int kDone = 0;
constexpr int kDoesNotCompile = 1;  // the error has been shown to the user
constexpr int kBadCommandLine = 2;
constexpr int kOwnFault = 3;

// Throws bad_command_line, own_fault or interrupted.
int build(const options& o);

}  // namespace simcu_driver
