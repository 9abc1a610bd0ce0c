// SPDX-License-Identifier: Apache-2.0
// Turns a compiler's messages about a student's file into errors that a student can use. Each error appears
// once, in the compiler's order, without the lines about instantiations and foreign headers.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace submission {

// Longer lines are not parsed, because std::regex needs stack space for each character.
inline constexpr std::size_t kLongestLine = 600;

struct compiler_error {
  std::string file;      // as the compiler names it; "" for the linker's
  std::size_t line = 0;  // from 1
  std::string reason;    // "expected ';' before 'for'"
  std::string source;    // the source line with its number, if known
  std::string text;      // the place, the reason and the quoted lines, each with its line end
};

// Returns the errors of g++, clang++, nvcc or the linker, at most one per source line; empty if none can be
// parsed. `shown` is the name of the student's file in messages. The file's text, `source`, is quoted if the
// compiler does not quote it.
std::vector<compiler_error> errors_in(const std::string& said, const std::string& shown,
                                      const std::string& source = "");

// Returns the names that the linker did not find, or whose definitions the compiler did not find for an
// instantiation. Each appears once, as written: "lab::status radix_cpu::sort(int*, unsigned long)".
std::vector<std::string> undefined_references(const std::string& said);
// Returns the name in a reference, without namespace, parameters and template arguments.
std::string name_in(std::string reference);

}  // namespace submission
