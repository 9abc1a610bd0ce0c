// SPDX-License-Identifier: Apache-2.0
// From a code address of this program to file:line.
#pragma once
#include <string>

namespace simcu {
// "file.cu:41", by addr2line (binutils); empty if that is missing or the program has no line information.
std::string source_line(const void* pc);
}  // namespace simcu
