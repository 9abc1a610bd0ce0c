// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace runner {

// Runs a sealed submission's constructors by priority (grader/submission/seal.h). Otherwise does nothing.
void run_program_constructors();

}  // namespace runner
