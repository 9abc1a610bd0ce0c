// SPDX-License-Identifier: Apache-2.0
// What a compiler said of a student's file, as a student can use it: each error once, in the compiler's
// order, without the lines of instantiations and of headers that nobody here has written.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace submission {

struct compiler_error {
  std::string file;      // as the compiler names it; "" for the linker's
  std::size_t line = 0;  // from 1
  std::string text;      // the message with the lines that were quoted, each with its line end
};

// The errors of g++, clang++, nvcc or the linker, one for each line of a file; empty if there is none that
// can be read. `shown` is how the student's file is called.
std::vector<compiler_error> errors_in(const std::string& said, const std::string& shown);

// The names that the linker did not find, without namespace, parameters and template arguments.
std::vector<std::string> undefined_names(const std::string& said);

// The first few of them, and how many more there are.
std::string text_of(const std::vector<compiler_error>& errors);

}  // namespace submission
