// SPDX-License-Identifier: Apache-2.0
#include "own_includes.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace submission {
namespace {

// "<vector>", if the line includes that.
std::string header_of(const std::string& line) {
  static const std::regex include(R"(\s{0,40}#\s{0,40}include\s{0,40}(<[\w./+-]{1,100}>)\s{0,40}(//.*)?)");
  std::smatch match;
  if (line.size() > 200 || !std::regex_match(line, match, include)) return "";
  return match[1].str();
}

}  // namespace

std::vector<std::size_t> own_includes(const std::vector<std::string>& given, std::size_t given_end,
                                      const std::vector<std::string>& student, std::size_t student_end) {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < given_end; ++i) known.push_back(header_of(given[i]));
  std::vector<std::size_t> own;
  for (std::size_t i = 0; i < student_end; ++i) {
    const std::string header = header_of(student[i]);
    if (!header.empty() && std::find(known.begin(), known.end(), header) == known.end()) own.push_back(i);
  }
  return own;
}

std::string include_in_namespace(const std::vector<std::string>& given, std::size_t mark,
                                 const std::vector<std::string>& student, std::size_t begin, std::size_t end,
                                 const std::string& name) {
  static const std::regex opens(R"(namespace ([\w:]{1,100}) \{)");
  std::string open;
  for (std::size_t i = 0; i < mark; ++i) {
    std::smatch match;
    if (given[i].size() <= 200 && std::regex_match(given[i], match, opens)) open = match[1].str();
    if (given[i].rfind("}  // namespace", 0) == 0) open.clear();
  }
  if (open.empty()) return "";
  for (std::size_t i = begin + 1; i < end; ++i) {
    const std::string header = header_of(student[i]);
    if (header.empty()) continue;
    return fmt::format(
        "{}:{}: `#include {}` is inside of `namespace {}` here, and what the header declares ends up in it. "
        "Put the line at the top of the file, next to the other includes: there it counts, too.",
        name, i + 1, header, open);
  }
  return "";
}

}  // namespace submission
