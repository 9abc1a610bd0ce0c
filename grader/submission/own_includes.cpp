// SPDX-License-Identifier: Apache-2.0
#include "own_includes.h"

#include <algorithm>
#include <regex>

namespace submission {
namespace {

// Returns "<vector>", for example, or "" if the line includes no header.
std::string header_of(const std::string& line) {
  static const std::regex include(
      R"re(\s{0,40}#\s{0,40}include\s{0,40}(<[\w./+-]{1,100}>|"[\w./+-]{1,100}")\s{0,40}(//.*|/\*[^*]*\*/\s{0,40})?)re");
  std::smatch match;
  if (line.size() > 200 || !std::regex_match(line, match, include)) return "";
  return match[1].str();
}

}  // namespace

std::vector<std::size_t> includes_in(const std::vector<std::string>& lines, std::size_t begin,
                                     std::size_t end, bool any) {
  std::vector<std::size_t> found;
  for (std::size_t i = begin; i < end; ++i)
    if (const std::string header = header_of(lines[i]); !header.empty() && (any || header[0] == '<'))
      found.push_back(i);
  return found;
}

std::vector<std::size_t> own_includes(const std::vector<std::string>& given, std::size_t given_end,
                                      const std::vector<std::string>& student, std::size_t student_end) {
  std::vector<std::string> known;
  for (const std::size_t i : includes_in(given, 0, given_end, false)) known.push_back(header_of(given[i]));
  std::vector<std::size_t> own = includes_in(student, 0, student_end, false);
  own.erase(std::remove_if(own.begin(), own.end(),
                           [&](std::size_t i) {
                             return std::find(known.begin(), known.end(), header_of(student[i])) !=
                                    known.end();
                           }),
            own.end());
  return own;
}

}  // namespace submission
