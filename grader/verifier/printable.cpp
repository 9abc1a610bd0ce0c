// SPDX-License-Identifier: Apache-2.0
#include "printable.h"

#include <fmt/format.h>

namespace verifier {

std::string with_short_paths(std::string text, const settings& config) {
  const auto replace = [&](const std::filesystem::path& folder, const std::string& by) {
    const std::string from = folder.string() + "/";
    if (from.size() < 3) return;
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + by.size()))
      text.replace(at, from.size(), by);
  };
  replace(config.labs, config.audience + "/");
  // Either folder can be inside the other, so the longer path comes first.
  const bool inner = config.built.string().size() > config.source.string().size();
  replace(inner ? config.built : config.source, "");
  replace(inner ? config.source : config.built, "");
  return text;
}

std::string printable(const std::string& bytes) {
  std::string result;
  for (std::size_t i = 0; i < bytes.size();) {
    const auto c = static_cast<unsigned char>(bytes[i]);
    std::size_t length = c < 0x80                ? 1
                         : c >= 0xc2 && c < 0xe0 ? 2
                         : c >= 0xe0 && c < 0xf0 ? 3
                         : c >= 0xf0 && c < 0xf5 ? 4
                                                 : 0;
    for (std::size_t k = 1; k < length; ++k)
      if (i + k >= bytes.size() || (static_cast<unsigned char>(bytes[i + k]) & 0xc0) != 0x80) length = 0;
    const std::uint32_t wide = length == 3 ? (c & 0xfu) << 12 |
                                                 (static_cast<unsigned char>(bytes[i + 1]) & 0x3fu) << 6 |
                                                 (static_cast<unsigned char>(bytes[i + 2]) & 0x3fu)
                                           : 0;
    const bool turns_text = (wide >= 0x200e && wide <= 0x200f) || (wide >= 0x2028 && wide <= 0x202e) ||
                            (wide >= 0x2066 && wide <= 0x2069);
    const bool c1_control = length == 2 && c == 0xc2 && static_cast<unsigned char>(bytes[i + 1]) < 0xa0;
    if (c == '\t') {
      result += "    ";
    } else if (turns_text) {
      result += fmt::format("\\u{:04x}", wide);
    } else if (length == 0 || c1_control || (length == 1 && (c < 0x20 || c == 0x7f) && c != '\n')) {
      result += fmt::format("\\x{:02x}", c);
      length = 1;
    } else {
      result.append(bytes, i, length);
    }
    i += length;
  }
  return result;
}

}  // namespace verifier
