// SPDX-License-Identifier: Apache-2.0
// For programs that hold somebody else's host code and kernels, as a grader does.
#pragma once

namespace simcu {

// Whether what a launch leaves in shared memory and on its threads' stacks is overwritten when it ends. On a
// GPU host code cannot reach either; here both lie in its own process. Costs a system call for each thread
// that was resident, in each launch. False when the program begins.
void forget_after_launches(bool yes);

}  // namespace simcu
