// SPDX-License-Identifier: Apache-2.0
// What a program that was made of a submission brings in place of the C library's functions.
#pragma once
#include <filesystem>
#include <set>
#include <string>

namespace submission {

// Names of all code that an ELF file defines. Empty if it is no such file, or has none.
std::set<std::string> code_of(const std::filesystem::path& file);

// The libraries that it asks to be loaded with it, as "libc.so.6".
std::set<std::string> needed_libraries(const std::filesystem::path& file);

// A function of the system's C library, or operator new or delete, that the program defines itself: the
// runner's own code would call it, when it hands over a result or ends. Empty if there is none. Libraries
// that are linked into the program aren't looked at: their functions are there in any case.
std::string replaced_function(const std::filesystem::path& program);

}  // namespace submission
