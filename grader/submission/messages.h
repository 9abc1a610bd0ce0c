// SPDX-License-Identifier: Apache-2.0
// What a compiler said of a student's file, as a student can use it: each error once, in the compiler's
// order, without the lines of instantiations and of headers that nobody here has written.
#pragma once
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "regions.h"

namespace submission {

struct compiler_error {
  std::string file;      // as the compiler names it; "" for the linker's
  std::size_t line = 0;  // from 1
  std::string text;      // the message with the lines that were quoted, each with its line end
};

// The errors of g++, clang++, nvcc or the linker, one for each line of a file; empty if there is none that
// can be read. `shown` is how the student's file is called.
std::vector<compiler_error> errors_in(const std::string& said, const std::string& shown);

// What the linker did not find, or the compiler was asked to instantiate and did not find, each once, as it
// names it: "lab::status radix_cpu::sort(int*, unsigned long)".
std::vector<std::string> undefined_references(const std::string& said);
// Its name, without namespace, parameters and template arguments.
std::string name_in(std::string reference);

// Why the first error of `text` says that a name is unknown although `source`, the student's file, has it:
// outside of the marks, or in an exercise that is left out. A sentence with its line end, or "".
std::string where_it_does_not_count(const std::string& text, const std::string& source,
                                    const std::string& given, const std::vector<region>& regions,
                                    const std::set<std::string>& left_out);

// The first few of them, and how many more there are.
std::string text_of(const std::vector<compiler_error>& errors);

}  // namespace submission
