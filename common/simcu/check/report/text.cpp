// SPDX-License-Identifier: Apache-2.0
#include "report/text.h"

#include <cstdlib>
#include <fstream>

#include "base/symbolize.h"

namespace simcu::check {
std::string bytes_text(std::size_t n) { return std::to_string(n) + (n == 1 ? " byte" : " bytes"); }
std::string access_noun(bool write, std::size_t bytes) {
  return (write ? "write of " : "read of ") + bytes_text(bytes);
}
std::string access_verb(bool write, std::size_t bytes) {
  return (write ? "writes " : "reads ") + bytes_text(bytes);
}
std::string in_parentheses(uint3 v) {
  return "(" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + ")";
}

line_of_code split_place(const std::string& place) {
  const std::size_t colon = place.rfind(':');
  line_of_code out;
  out.file = place.substr(0, colon);
  if (colon != std::string::npos) out.line = std::atoi(place.c_str() + colon + 1);
  return out;
}

line_of_code find_line(const void* pc) {
  const line_of_code at = split_place(pc ? source_line(pc) : "");
  return find_line(at.file, at.line);
}

line_of_code find_line(const std::string& file, int line) {
  line_of_code out{file, line, ""};
  if (line == 0) return out;
  std::ifstream in(file);
  std::string code;
  for (int at = 1; std::getline(in, code); ++at) {
    if (at != line) continue;
    const std::size_t start = code.find_first_not_of(" \t");
    if (start != std::string::npos) out.code = code.substr(start, code.find_last_not_of(" \t\r") + 1 - start);
    break;
  }
  return out;
}

}  // namespace simcu::check
