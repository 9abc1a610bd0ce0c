// SPDX-License-Identifier: Apache-2.0
// Uses Landlock through raw system calls, because older C libraries and kernel headers lack it.
#pragma once
#include <string>
#include <vector>

namespace sandbox {

// The running kernel's version of Landlock; 0 if it is missing or disabled.
int landlock_version();

// Restricts this process and its children to reading `read`, reading and writing `write`, and executing
// `execute`. If the kernel supports it, they also cannot use TCP, send signals to other processes, or send
// ioctl commands to devices outside `write`. Needs no_new_privs. Returns false with errno on failure; true if
// there is no Landlock.
bool enter_landlock(const std::vector<std::string>& read, const std::vector<std::string>& write,
                    const std::vector<std::string>& execute);

}  // namespace sandbox
