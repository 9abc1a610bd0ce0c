// SPDX-License-Identifier: Apache-2.0
// The seccomp filters of the three roles.
#pragma once
#include "sandbox.h"

namespace sandbox {

// Whether this program was built with libseccomp; and the kernel filters.
bool seccomp_is_built();
bool seccomp_works();

// From now on this process has only its role's system calls. A runner keeps one execve: the one whose path is
// at `program`. Needs no_new_privs. Returns false with errno on failure; true if seccomp does not work here.
bool enter_seccomp(role what, const char* program);

}  // namespace sandbox
