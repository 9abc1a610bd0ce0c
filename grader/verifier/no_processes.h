// SPDX-License-Identifier: Apache-2.0
// Keeps processes apart: a runner from starting others and from reaching them, the verifier from being looked
// at.
#pragma once

namespace verifier {

// fork and its kin fail with EPERM from now on, and so do signals to other processes; threads can still be
// started. For good: it cannot be undone. Safe to call between fork and exec. Does nothing where the system
// has no seccomp.
void forbid_processes();

// From now on no process of the same user can read or write the memory of this one (/proc/…/mem), unless it
// is root and has not called forbid_processes(). Does not go on to what is executed.
void keep_to_oneself();

}  // namespace verifier
