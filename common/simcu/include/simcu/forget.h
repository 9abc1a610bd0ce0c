// SPDX-License-Identifier: Apache-2.0
// For programs that hold somebody else's host code and kernels, as a grader does.
#pragma once

namespace simcu {

// Whether what a launch leaves in shared memory and on its threads' stacks is overwritten when it ends. On a
// GPU host code cannot reach either; here both lie in its own process. Costs a system call for each thread
// that was resident, in each launch. False when the program begins.
void forget_after_launches(bool yes);

// From now on the variables SIMCU_… count as they are now, whatever the program makes of its environment:
// host code could switch the counters off for a launch, or choose the order of blocks that a kernel works in.
// Called again, it takes them as they are then.
void keep_variables();

}  // namespace simcu
