// SPDX-License-Identifier: Apache-2.0
// The last part of the box, which the runner closes itself once it has the one process that it needs.
#pragma once

namespace runner {

// From now on this process starts no other one, sends signals to itself alone, and makes no memory that
// outlives its mappings. For good; to be called before any code of the student's runs, with one thread. Does
// nothing outside of the box (grader/sandbox), or where the kernel has no seccomp.
void keep_to_own_process();

}  // namespace runner
