// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>

namespace simcu_driver {

// The source text at a place in a diagnostic. A file that #line names may not exist, or a sandbox may hide
// it.
class source_lines {
 public:
  explicit source_lines(const std::string& file) { read(file); }
  std::string at(const std::string& file, int number) const;
  bool has(const std::string& file, const std::regex& form) const;

 private:
  void read(const std::filesystem::path& file);

  std::set<std::filesystem::path> files_;
  std::map<std::string, std::map<int, std::string>> named_;
};

}  // namespace simcu_driver
