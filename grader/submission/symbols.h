// SPDX-License-Identifier: Apache-2.0
// What a program that was made of a submission brings in place of the C library's functions.
#pragma once
#include <filesystem>
#include <string>

namespace submission {

// A function of the system's C library, or operator new or delete, that the program defines itself: the
// runner's own code would call it, when it hands over a result or ends. Empty if there is none. Libraries
// that are linked into the program aren't looked at: their functions are there in any case.
std::string replaced_function(const std::filesystem::path& program);

}  // namespace submission
