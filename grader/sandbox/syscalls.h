// SPDX-License-Identifier: Apache-2.0
// The seccomp filters of the three roles.
#pragma once
#include "sandbox.h"

namespace sandbox {

// Whether this program was built with libseccomp, and whether the kernel also supports filters.
bool seccomp_is_built();
bool seccomp_works();

// Restricts this process to its role's system calls. A runner can still call execve with the path at the
// address `program`. Needs no_new_privs. Returns false with errno on failure; true if seccomp does not work
// here.
bool enter_seccomp(role what, const char* program);

}  // namespace sandbox
