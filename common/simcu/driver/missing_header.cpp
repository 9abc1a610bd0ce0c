// SPDX-License-Identifier: Apache-2.0
#include "missing_header.h"

#include <sstream>

#include "unsupported.h"

namespace simcu_driver {
namespace {

// g++: "a.cu:3:10: fatal error: thrust/sort.h: No such file or directory"; clang++: "…: 'thrust/sort.h' file
// not found".
std::string missing_header(const std::string& line, std::string* place) {
  const std::string mark = ": fatal error: ";
  const std::size_t at = line.find(mark);
  if (at == std::string::npos) return "";
  const std::string rest = line.substr(at + mark.size());
  const std::size_t column = line.rfind(':', at - 1);
  *place = line.substr(0, column);
  const std::size_t gcc = rest.find(": No such file"), clang = rest.find("' file not found");
  if (gcc != std::string::npos) return rest.substr(0, gcc);
  if (clang != std::string::npos && rest[0] == '\'') return rest.substr(1, clang - 1);
  return "";
}

}  // namespace

std::string explain_missing_header(const std::string& messages) {
  std::istringstream lines(messages);
  for (std::string line, place; std::getline(lines, line);) {
    const std::string header = missing_header(line, &place);
    const std::string why = header.empty() ? "" : why_header_is_unsupported(header);
    if (!why.empty()) return place + ": error: " + why + "\n";
  }
  return "";
}

}  // namespace simcu_driver
