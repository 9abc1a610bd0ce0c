// SPDX-License-Identifier: Apache-2.0
// From a code address of this program to file:line.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace simcu {
// "file.cu:41", by addr2line (binutils); empty if that is missing or the program has no line information.
// Where no process may be started: "code address +0x1f3a", which addr2line -e PROGRAM 0x1f3a turns into the
// line.
std::string source_line(const void* pc);
// The same for many at once: source_line() then knows them. addr2line reads a program's line information at
// each start, which takes longer than all that it is asked.
void look_up_lines(const std::vector<const void*>& pcs);

// The offset of a code address of this program from the program's start; 0 if it is in a library. Allocates
// nothing.
std::size_t offset_in_program(const void* pc);
}  // namespace simcu
