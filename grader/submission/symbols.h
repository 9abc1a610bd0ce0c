// SPDX-License-Identifier: Apache-2.0
// What a program that was made of a submission brings in place of the C library's functions.
#pragma once
#include <filesystem>
#include <set>
#include <string>

namespace submission {

// Names of code in an ELF file: all that it defines, or with `exported` those that other files may call.
// Empty if it is no such file, or has none.
std::set<std::string> code_of(const std::filesystem::path& file, bool exported);

// A function of the system's C library, or operator new or delete, that the program defines itself: the
// runner's own code would call it, when it hands over a result or ends. Empty if there is none.
std::string replaced_function(const std::filesystem::path& program);

}  // namespace submission
