// SPDX-License-Identifier: Apache-2.0
// The last part of the sandbox: the runner adds it itself once its second process exists.
#pragma once

namespace runner {

// From now on this process starts no other process, sends signals only to itself, and makes no memory that
// outlives its mappings. This cannot be undone; call it with one thread, before any student code runs. Does
// nothing outside the sandbox (grader/sandbox), or if the kernel has no seccomp.
void keep_to_own_process();

}  // namespace runner
