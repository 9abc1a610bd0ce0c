// SPDX-License-Identifier: Apache-2.0
// From an address in a program to a line of its source.
#pragma once
#include <filesystem>
#include <string>

namespace verifier {

// "file.cu:41" for an offset in the program ("0x1f3a"), or "" where the program or addr2line does not know.
// Of functions that were inlined there, the innermost one that is not the simulated device's own.
std::string line_of(const std::filesystem::path& program, const std::string& offset);

}  // namespace verifier
