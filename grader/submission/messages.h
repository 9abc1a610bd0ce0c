// SPDX-License-Identifier: Apache-2.0
// Turns a compiler's messages about a student's file into errors that a student can use: each error once, in
// the compiler's order, without the lines about instantiations and foreign headers.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace submission {

// A longer line is not read: std::regex needs stack for each character.
inline constexpr std::size_t kLongestLine = 600;

struct compiler_error {
  std::string file;      // as the compiler names it; "" for the linker's
  std::size_t line = 0;  // from 1
  std::string reason;    // "expected ';' before 'for'"
  std::string source;    // the line with its number, if it is known
  std::string text;      // place, reason and quoted lines, each with its line end
};

// The errors of g++, clang++, nvcc or the linker, one per line of a file; empty if none can be read. `shown`
// is the student's file as messages name it, and `source` its text, which is quoted where the compiler does
// not quote it.
std::vector<compiler_error> errors_in(const std::string& said, const std::string& shown,
                                      const std::string& source = "");

// Names that the linker did not find, or that the compiler should have instantiated and did not find, each
// once and as written: "lab::status radix_cpu::sort(int*, unsigned long)".
std::vector<std::string> undefined_references(const std::string& said);
// The name in a reference, without namespace, parameters and template arguments.
std::string name_in(std::string reference);

}  // namespace submission
