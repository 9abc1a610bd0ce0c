// SPDX-License-Identifier: Apache-2.0
// The last part of the sandbox, which the runner adds itself once its second process exists.
#pragma once

namespace runner {

// Prevents this process from starting other processes, sending signals to them, and creating memory that
// outlives its mappings. This cannot be undone. Call it with one thread, before any student code runs. Does
// nothing outside the sandbox (grader/sandbox), or if the kernel has no seccomp.
void keep_to_own_process();

}  // namespace runner
