// SPDX-License-Identifier: Apache-2.0
// From addresses in a program to lines of its source: what a runner, which may start no process, leaves to
// the verifier.
#pragma once
#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace verifier {

// The text in place of a line, before its offset in the program: "code address +0x1f3a".
inline constexpr char kCodeAddress[] = "code address +";

class code_lines {
 public:
  static constexpr std::size_t kMost = 400;  // addresses of one text; the others stay unknown

  // Looks up all addresses that the text names, with one start of addr2line; what was asked before about the
  // same program is remembered.
  code_lines(const std::filesystem::path& program, const std::string& text);
  // The same for these offsets, "0x1f3a".
  code_lines(const std::filesystem::path& program, const std::set<std::string>& offsets);
  // "file.cu:41" for "0x1f3a", or "" where the program or addr2line does not know. Of functions that were
  // inlined there, the innermost one that is not the simulated device's own.
  std::string at(const std::string& offset) const;

 private:
  std::map<std::string, std::string> lines_;
};

}  // namespace verifier
