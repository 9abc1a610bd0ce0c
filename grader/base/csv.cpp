// SPDX-License-Identifier: Apache-2.0
#include "csv.h"

namespace verifier {

std::string trimmed(const std::string& text) {
  const auto space = " \t\r";
  const std::size_t first = text.find_first_not_of(space);
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(space) - first + 1);
}

std::optional<std::vector<std::string>> csv_record(const std::string& line) {
  std::vector<std::string> result(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      result.back() += line[++i];
    } else if (c == '"' && (quoted || trimmed(result.back()).empty())) {
      if (!quoted) result.back().clear();
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      result.emplace_back();
    } else {
      result.back() += c;
    }
  }
  if (quoted) return std::nullopt;
  for (std::string& field : result) field = trimmed(field);
  return result;
}

}  // namespace verifier
