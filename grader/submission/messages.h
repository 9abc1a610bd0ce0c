// SPDX-License-Identifier: Apache-2.0
// A compiler's messages about a student's file, as a student can use them: each error once, in the compiler's
// order, without the lines about instantiations and foreign headers.
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
  std::string text;      // the message with the quoted lines, each with its line end
};

// The errors of g++, clang++, nvcc or the linker, one per line of a file; empty if none can be read. `shown`
// is the student's file as messages name it.
std::vector<compiler_error> errors_in(const std::string& said, const std::string& shown);

// Names that the linker did not find, or that the compiler should have instantiated and did not find, each
// once and as written: "lab::status radix_cpu::sort(int*, unsigned long)".
std::vector<std::string> undefined_references(const std::string& said);
// Its name, without namespace, parameters and template arguments.
std::string name_in(std::string reference);

// If the first error of `text` says that a name is unknown although `source`, the student's file, has it,
// explains why. The name is outside the marks, or in an exercise that is left out. A sentence with its line
// end, or "".
std::string where_it_does_not_count(const std::string& text, const std::string& source,
                                    const std::string& given, const std::vector<region>& regions,
                                    const std::set<std::string>& left_out);

// The first few of them, and how many more there are.
std::string text_of(const std::vector<compiler_error>& errors);

}  // namespace submission
