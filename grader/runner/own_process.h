// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace runner {

// Prevents this process from starting or signalling other processes, and from creating memory that outlives
// its mappings. Call it with one thread, before any student code. Does nothing outside the sandbox, or if the
// kernel has no seccomp.
void keep_to_own_process();

}  // namespace runner
