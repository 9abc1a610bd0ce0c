// SPDX-License-Identifier: Apache-2.0
#include "missing_header.h"

#include <cstdlib>
#include <sstream>

#include "translator/unsupported.h"

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

// `# 12 "file" 1 3`
struct marker {
  int line = 0;
  std::string file, flags;
};
bool parse(const std::string& text, marker& m) {
  const std::size_t open = text.find('"'), close = text.rfind('"');
  if (text.rfind("# ", 0) != 0 || open == std::string::npos || open == close) return false;
  m = {std::atoi(text.c_str() + 2), text.substr(open + 1, close - open - 1), text.substr(close + 1)};
  return true;
}

// "cub/cub.cuh" for "/usr/include/cub/cub.cuh"; "" for a path that is not CUB's or Thrust's.
std::string library_header(const std::string& file) {
  for (const char* folder : {"/cub/", "/thrust/"})
    if (const std::size_t at = file.rfind(folder); at != std::string::npos) return file.substr(at + 1);
  return "";
}

}  // namespace

std::string explain_library_header(const std::string& preprocessed, const toolchain& tools) {
  if (preprocessed.find("/cub/") == std::string::npos && preprocessed.find("/thrust/") == std::string::npos)
    return "";
  std::istringstream lines(preprocessed);
  marker where, next;
  for (std::string line; std::getline(lines, line); ++where.line) {
    if (!parse(line, next)) continue;
    const bool enters = next.flags.find(" 1") != std::string::npos;
    const bool system = next.flags.find(" 3") != std::string::npos;
    const bool own = is_own_header(tools, next.file);
    const std::string header = enters && system && !own ? library_header(next.file) : "";
    if (!header.empty())
      return where.file + ":" + std::to_string(where.line) + ": error: " + why_header_is_unsupported(header) +
             "\n";
    where = next;
    --where.line;  // the marker gives the number of the next line
  }
  return "";
}

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
