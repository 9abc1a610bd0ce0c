// SPDX-License-Identifier: Apache-2.0
// Takes from the calling process, and from what it executes, the right to start processes.
#pragma once

namespace verifier {

// fork and its kin fail with EPERM from now on; threads can still be started. For good: it cannot be undone.
// Safe to call between fork and exec. Does nothing where the system has no seccomp.
void forbid_processes();

}  // namespace verifier
