// SPDX-License-Identifier: Apache-2.0
// Landlock by system calls: neither the C library nor the kernel headers of older systems know it.
#pragma once
#include <string>
#include <vector>

namespace sandbox {

// The version that the running kernel has; 0 if it has none, or it is switched off.
int landlock_version();

// From now on the process and its children can read what is in `read`, and read and write what is in `write`,
// and nothing else; they can execute what is in `execute`. Where the kernel knows how: no TCP, no signals to
// others, no commands to devices that are not in `write`. Needs no_new_privs. False with errno if it fails;
// true if there is no Landlock.
bool enter_landlock(const std::vector<std::string>& read, const std::vector<std::string>& write,
                    const std::vector<std::string>& execute);

}  // namespace sandbox
