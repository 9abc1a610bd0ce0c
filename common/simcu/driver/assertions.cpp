// SPDX-License-Identifier: Apache-2.0
#include "assertions.h"

#include <regex>
#include <set>
#include <vector>

namespace simcu_driver {
namespace {

// "FILE:LINE:COLUMN: WHAT"
struct said_line {
  std::string text, file, line, what;  // `file` is empty if the line names no place
};

std::vector<said_line> lines_of(const std::string& said) {
  static const std::regex colours("\x1b\\[[0-9;]*[mK]"),
      place("^([^\\s:][^:]*):([0-9]+):(?:[0-9]+:)? +(.*)$");
  std::vector<said_line> out;
  for (std::size_t at = 0, end = 0; at < said.size(); at = end + 1) {
    end = std::min(said.find('\n', at), said.size());
    said_line l{said.substr(at, end - at), "", "", ""};
    std::smatch m;
    const std::string plain = std::regex_replace(l.text, colours, "");
    if (std::regex_match(plain, m, place)) l.file = m[1], l.line = m[2], l.what = m[3];
    out.push_back(std::move(l));
  }
  return out;
}

bool begins(const std::string& text, const char* start) { return text.rfind(start, 0) == 0; }

bool is_diagnostic(const said_line& l) {
  return begins(l.what, "error:") || begins(l.what, "warning:") || begins(l.what, "fatal error:");
}
// g++ prints these lines before a diagnostic: where the code is included or instantiated.
bool comes_before(const said_line& l) {
  return begins(l.text, "In file included from") || begins(l.text, "                 from ") ||
         l.what.find("required from") != std::string::npos || begins(l.what, "required by") ||
         l.text.find(": In instantiation of") != std::string::npos ||
         l.text.find(": In function") != std::string::npos ||
         l.text.find(": In member function") != std::string::npos || begins(l.what, "[ skipping");
}

std::string asserted(const said_line& l) {
  static const std::regex form(
      "error: static(?: assertion |_assert )failed(?: due to requirement '.*?'(?=:? ))?:? (.*)");
  std::smatch m;
  if (!std::regex_match(l.what, m, form)) return "";
  std::string text = m[1];
  if (text.size() > 1 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  return text;
}

}  // namespace

std::string assertions_at_users_lines(const std::string& said, const toolchain& tools) {
  const auto own = [&](const std::string& file) { return is_own_header(tools, file); };
  const std::vector<said_line> all = lines_of(said);
  std::string out;
  std::set<std::string> told;
  for (std::size_t i = 0; i < all.size();) {
    std::size_t at = i;
    while (at < all.size() && !is_diagnostic(all[at])) ++at;
    std::size_t next = at + 1;
    while (next < all.size() && !is_diagnostic(all[next]) && !comes_before(all[next])) ++next;
    const std::string sentence = at < all.size() && own(all[at].file) ? asserted(all[at]) : "";
    const said_line* user = nullptr;
    for (std::size_t k = i; k < next && k < all.size() && user == nullptr; ++k)
      if (k != at && !all[k].file.empty() && !own(all[k].file) &&
          (all[k].what.find("required from") != std::string::npos ||
           all[k].what.find("requested here") != std::string::npos))
        user = &all[k];
    if (!sentence.empty() && user != nullptr) {
      const std::string line = user->file + ":" + user->line + ": error: " + sentence + "\n";
      if (told.insert(line).second) out += line;
    } else {
      for (std::size_t k = i; k < next && k < all.size(); ++k) out += all[k].text + "\n";
    }
    i = next;
  }
  return out;
}

}  // namespace simcu_driver
