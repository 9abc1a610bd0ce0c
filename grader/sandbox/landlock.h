// SPDX-License-Identifier: Apache-2.0
// Uses Landlock through system calls, because the C library and the kernel headers of older systems do not
// have it.
#pragma once
#include <string>
#include <vector>

namespace sandbox {

// The version that the running kernel has; 0 if Landlock is missing or switched off.
int landlock_version();

// From now on the process and its children can read `read`, read and write `write`, and execute `execute`,
// and nothing else. If the kernel supports it, they also have no TCP, no signals to others, and no commands
// to devices outside `write`. Needs no_new_privs. Returns false with errno on failure; true if there is no
// Landlock.
bool enter_landlock(const std::vector<std::string>& read, const std::vector<std::string>& write,
                    const std::vector<std::string>& execute);

}  // namespace sandbox
