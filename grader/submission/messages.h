// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace submission {

// std::regex needs stack space for each character.
inline constexpr std::size_t kLongestLine = 600;

struct compiler_error {
  std::string file;      // as the compiler names it; "" for the linker's
  std::size_t line = 0;  // from 1
  std::string reason;    // "expected ';' before 'for'"
  std::string source;    // with its number, if known
  std::string text;      // the place, the reason and the quoted lines, each with its line end
};

// Reads errors of g++, clang++, nvcc or the linker, at most one per source line, without the lines about
// instantiations and foreign headers. `shown` is the student's file in messages. Its text, `source`, is
// quoted if the compiler does not quote it.
std::vector<compiler_error> errors_in(const std::string& said, const std::string& shown,
                                      const std::string& source = "");

// Returns each name that the linker, or an instantiation, did not find, as written: "lab::status
// radix_cpu::sort(int*, unsigned long)".
std::vector<std::string> undefined_references(const std::string& said);
// Leaves out the namespace, parameters and template arguments.
std::string name_in(std::string reference);

}  // namespace submission
