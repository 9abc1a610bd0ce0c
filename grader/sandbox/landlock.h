// SPDX-License-Identifier: Apache-2.0
// Uses raw system calls, because older C libraries and kernel headers lack Landlock.
#pragma once
#include <string>
#include <vector>

namespace sandbox {

// 0 if Landlock is missing or disabled.
int landlock_version();

// Restricts this process and its children to these files and, if the kernel can, forbids TCP, signals to
// other processes, and ioctl on devices outside `write`. Needs no_new_privs. Returns false with errno on
// failure; true if there is no Landlock.
bool enter_landlock(const std::vector<std::string>& read, const std::vector<std::string>& write,
                    const std::vector<std::string>& execute);

}  // namespace sandbox
