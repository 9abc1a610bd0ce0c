// SPDX-License-Identifier: Apache-2.0
// Runs a submission's constructors, which do not run before main (grader/submission/seal.h).
#pragma once

namespace runner {

// Runs the constructors in order of priority. Does nothing if the program was not sealed.
void run_program_constructors();

}  // namespace runner
