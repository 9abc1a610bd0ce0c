// SPDX-License-Identifier: Apache-2.0
// Builds objects and a program from the command line's inputs.
#pragma once
#include "options.h"

namespace simcu_driver {

// Exit statuses of simcu.
constexpr int kDone = 0;
constexpr int kDoesNotCompile = 1;  // the user's program has an error, which has been shown
constexpr int kBadCommandLine = 2;
constexpr int kOwnFault = 3;

// Builds what `o` requests. Throws bad_command_line, own_fault or interrupted.
int build(const options& o);

}  // namespace simcu_driver
