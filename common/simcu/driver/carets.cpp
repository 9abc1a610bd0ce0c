// SPDX-License-Identifier: Apache-2.0
#include "carets.h"

#include <regex>
#include <sstream>

namespace simcu_driver {

std::string without_stray_carets(const std::string& said) {
  static const std::regex colours("\x1b\\[[0-9;]*[mK]"), quoted("^ *[0-9]+ \\|(.*)$"), marks("^ +\\|( *).*$");
  std::string out;
  std::size_t width = 0;
  bool stray = false;  // what follows a stray caret, up to the next quoted line, belongs to it
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    const std::string plain = std::regex_replace(line, colours, "");
    std::smatch m;
    if (std::regex_match(plain, m, quoted)) {
      width = m[1].str().size();
      stray = false;
    } else if (std::regex_match(plain, m, marks)) {
      stray = stray || m[1].str().size() > width;
      if (stray) continue;
    }
    out += line + "\n";
  }
  return out;
}

}  // namespace simcu_driver
