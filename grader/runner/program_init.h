// SPDX-License-Identifier: Apache-2.0
// A submission's constructors run when the runner says so, not before its main (grader/submission/seal.h).
#pragma once

namespace runner {

// Runs them in the order of their priorities. Does nothing if the program was not sealed.
void run_program_constructors();

}  // namespace runner
