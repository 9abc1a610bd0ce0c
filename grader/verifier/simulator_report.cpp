// SPDX-License-Identifier: Apache-2.0
// Cuts the report out, names lines in place of addresses, and shortens long lists of blocks.
#include "simulator_report.h"

#include <fmt/format.h>

#include <regex>
#include <sstream>

#include "code_lines.h"

namespace verifier {
namespace {

constexpr std::size_t kBlocks = 4;  // described one by one

std::string cut_out(std::string& printed) {
  const std::string mark = "simcu: ";
  std::size_t begin = printed.rfind(mark, 0) == 0 ? 0 : printed.find("\n" + mark);
  if (begin == std::string::npos) return "";
  if (begin > 0) ++begin;
  std::size_t end = printed.find('\n', begin);
  while (end != std::string::npos && printed.compare(end, 3, "\n  ") == 0) end = printed.find('\n', end + 1);
  std::string report = printed.substr(begin, end == std::string::npos ? end : end - begin);
  printed.erase(begin, end == std::string::npos ? end : end + 1 - begin);
  return report.substr(mark.size());
}

std::string with_lines(const std::string& report, const std::filesystem::path& program) {
  static const std::regex address("(, at| at|) code address (\\+0x[0-9a-f]{1,16})");
  const code_lines known(program, report);
  std::string text;
  std::size_t done = 0;
  for (std::sregex_iterator at(report.begin(), report.end(), address), none; at != none; ++at) {
    const std::string line = known.at((*at)[2].str().substr(1));
    const auto begin = static_cast<std::size_t>(at->position());
    text += report.substr(done, begin - done);
    if (!line.empty()) text += (*at)[1].str() + " " + line;
    done = begin + static_cast<std::size_t>(at->length());
  }
  return text + report.substr(done);
}

// "    threads 0-3: still running at a.cu:9" twice, for two addresses of one line, becomes one line.
std::string merged(const std::string& report) {
  static const std::regex group("^    threads? (.*?): (.*)$");
  std::istringstream lines(report);
  std::string text, line, ranks, what;
  const auto flush = [&] {
    if (ranks.empty()) return;
    const bool several = ranks.find_first_of(",-") != std::string::npos;
    text += fmt::format("    thread{} {}: {}\n", several ? "s" : "", ranks, what);
    ranks.clear();
  };
  while (std::getline(lines, line)) {
    std::smatch match;
    if (!std::regex_match(line, match, group)) {
      flush();
      text += line + "\n";
      continue;
    }
    if (!ranks.empty() && match[2] == what) {
      ranks += ", " + match[1].str();
      continue;
    }
    flush();
    ranks = match[1];
    what = match[2];
  }
  flush();
  if (!text.empty()) text.pop_back();
  return text;
}

std::string shortened(const std::string& report) {
  std::istringstream lines(report);
  std::string text, line;
  std::size_t blocks = 0;
  bool skipping = false;
  const auto tell = [&] {
    if (skipping) text += fmt::format("  and {} more blocks\n", blocks - kBlocks);
    skipping = false;
  };
  while (std::getline(lines, line)) {
    if (line.rfind("  block (", 0) == 0) {
      skipping = ++blocks > kBlocks;
    } else if (line.rfind("    ", 0) != 0) {
      tell();
    }
    if (!skipping) text += line + "\n";
  }
  tell();
  if (!text.empty()) text.pop_back();
  return text;
}

}  // namespace

std::string take_simulator_report(std::string& printed, const std::filesystem::path& runner) {
  const std::string report = cut_out(printed);
  if (report.empty()) return "";
  return shortened(merged(with_lines(report, runner)));
}

}  // namespace verifier
