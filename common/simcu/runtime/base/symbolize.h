// SPDX-License-Identifier: Apache-2.0
// From a code address of this program to file:line.
#pragma once
#include <cstddef>
#include <string>

namespace simcu {
// "file.cu:41", by addr2line (binutils); empty if that is missing or the program has no line information.
// Where no process may be started: "code address +0x1f3a", which addr2line -e PROGRAM 0x1f3a turns into the
// line.
std::string source_line(const void* pc);

// The offset of a code address of this program from the program's start; 0 if it is in a library. Allocates
// nothing.
std::size_t offset_in_program(const void* pc);
}  // namespace simcu
