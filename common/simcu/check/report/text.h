// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>

#include "simcu/vector_types.h"

namespace simcu::check {

std::string bytes_text(std::size_t n);                   // "1 byte", "2 bytes"
std::string access_noun(bool write, std::size_t bytes);  // "write of 4 bytes"
std::string access_verb(bool write, std::size_t bytes);  // "writes 4 bytes"
std::string in_parentheses(uint3 v);                     // "(1,0,0)"

struct line_of_code {
  std::string file;
  int line = 0;      // 0 if unknown
  std::string code;  // the line without its indentation; empty if the file cannot be read
};
// Takes a place like "file.cu:41", and does not read the code.
line_of_code split_place(const std::string& place);
line_of_code find_line(const void* pc);  // unknown if pc is null
line_of_code find_line(const std::string& file, int line);

}  // namespace simcu::check
