// SPDX-License-Identifier: Apache-2.0
// A submission's constructors run when the runner says so, not before its main (grader/submission/seal.h).
#pragma once

namespace runner {

// In the order that they have by their priorities. Nothing where the program was not sealed.
void run_program_constructors();

}  // namespace runner
