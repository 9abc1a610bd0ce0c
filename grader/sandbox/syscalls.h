// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "sandbox.h"

namespace sandbox {

bool seccomp_is_built();
bool seccomp_works();

// Restricts this process to its role's system calls. A runner may still execute the path at the address
// `program`. Needs no_new_privs. Returns false with errno on failure; true if seccomp does not work here.
bool enter_seccomp(role what, const char* program);

}  // namespace sandbox
