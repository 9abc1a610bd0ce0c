// SPDX-License-Identifier: Apache-2.0
#include "source_lines.h"

#include <algorithm>
#include <fstream>

namespace simcu_driver {

std::string source_lines::at(const std::string& file, int number) const {
  if (const auto own = named_.find(file); own != named_.end()) {
    const auto line = own->second.find(number);
    return line == own->second.end() ? "" : line->second;
  }
  std::ifstream in(file);
  std::string line;
  for (int i = 0; i < number && std::getline(in, line); ++i) {
  }
  return in ? line : "";
}

bool source_lines::has(const std::string& file, const std::regex& form) const {
  const auto fits = [&](const std::string& line) { return std::regex_search(line, form); };
  if (const auto own = named_.find(file); own != named_.end())
    return std::any_of(own->second.begin(), own->second.end(), [&](const auto& l) { return fits(l.second); });
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (fits(line)) return true;
  return false;
}

void source_lines::read(const std::filesystem::path& file) {
  static const std::regex directive("^ *# *(?:line)? *([0-9]{1,9})(?: +\"(.*)\".*)?\r?$");
  static const std::regex include("^ *# *include *\"([^\"/]*)\".*$");
  if (!files_.insert(file).second) return;
  std::ifstream in(file);
  std::string name = file;
  int number = 1;
  for (std::string line; std::getline(in, line);) {
    std::smatch m;
    const bool is_directive = line.find('#') != std::string::npos;
    if (is_directive && std::regex_match(line, m, directive)) {
      number = std::stoi(m[1]);
      if (m[2].matched) name = std::regex_replace(m[2].str(), std::regex("\\\\(.)"), "$1");
      continue;
    }
    named_[name].emplace(number++, line);  // if the number occurs again, keeps the first line
    if (is_directive && std::regex_match(line, m, include)) read(file.parent_path() / m[1].str());
  }
}

}  // namespace simcu_driver
