// SPDX-License-Identifier: Apache-2.0
#include "text_layout.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <vector>

namespace verifier {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Table rows are indented, with more than one space between columns.
bool is_row(const std::string& line) {
  const std::size_t lead = line.find_first_not_of(' ');
  return lead != std::string::npos && lead >= 2 &&
         (line.find("  ", lead) != std::string::npos || line.find_first_not_of(" ^") == std::string::npos);
}

bool is_start(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

// A number with grouped digits ("20 480") is one word.
std::vector<std::string> words_of(const std::string& line) {
  const auto digits = [](const std::string& word) {
    return word.size() <= 3 && word.find_first_not_of("0123456789") == std::string::npos;
  };
  std::vector<std::string> words;
  bool number = false;
  std::istringstream in(line);
  for (std::string word; in >> word;) {
    const bool group = number && word.size() >= 3 && digits(word.substr(0, 3)) &&
                       word.find_first_not_of(",.;:)", 3) == std::string::npos;
    if (group)
      words.back() += " " + word;
    else
      words.push_back(word);
    number = digits(word);
  }
  return words;
}

// Joins the words between two backticks if they are short or a make command, because readers copy commands.
void join_quoted(std::vector<std::string>& words, std::size_t most) {
  const auto quotes = [](const std::string& word) {
    return std::count(word.begin(), word.end(), '`') % 2 == 1;
  };
  for (auto first = words.begin(); first != words.end(); ++first) {
    if (!quotes(*first)) continue;
    const auto last = std::find_if(first + 1, words.end(), quotes);
    if (last == words.end()) return;
    std::string whole = *first;
    for (auto word = first + 1; word <= last; ++word) whole += " " + *word;
    if (columns(whole) > most && first->find("`make") == std::string::npos) {
      first = last;
      continue;
    }
    *first = whole;
    first = words.erase(first + 1, last + 1) - 1;
  }
}

}  // namespace

terminal terminal::of_stdout() {
  terminal result;
  const std::string type = environment("TERM");
  const bool is_terminal = isatty(STDOUT_FILENO) == 1;
  result.interactive = is_terminal && !type.empty() && type != "dumb";
  result.coloured = result.interactive && environment("NO_COLOR").empty();
  std::string locale;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (locale.empty()) locale = environment(name);
  // Without a locale, as in a bare container, assumes Unicode.
  result.unicode =
      locale.empty() || locale.find("UTF-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  winsize size{};
  if (is_terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    result.width = std::clamp<std::size_t>(size.ws_col, 40, 100);
  return result;
}

std::string terminal::paint(colour c, const std::string& text) const {
  constexpr const char* kCodes[] = {"", "2", "1", "1;32", "1;31", "33", "1;35", "36"};
  if (!coloured || c == colour::plain || text.empty()) return text;
  return std::string("\x1b[") + kCodes[static_cast<int>(c)] + "m" + text + "\x1b[0m";
}

std::size_t columns(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_start));
}

std::string repeated(const char* what, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += what;
  return text;
}

std::string milliseconds(double ms) {
  return fmt::format("{:.{}f}", ms, ms >= 1000 ? 0 : ms >= 100 ? 1 : ms >= 10 ? 2 : 3);
}

std::string pad_right(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, columns(text)), ' ');
}
std::string pad_left(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, columns(text)), ' ') + text;
}

std::string shorten(const std::string& text, std::size_t width) {
  if (columns(text) <= width || width == 0) return text;
  std::size_t at = 0;
  for (std::size_t seen = 0; at < text.size(); ++at)
    if (is_start(text[at]) && ++seen == width) break;
  return text.substr(0, at) + "…";
}

std::string without_symbols(std::string text) {
  constexpr const char* kPairs[][2] = {{"×", "x"}, {"…", "..."}, {"—", "-"}, {"─", "-"},
                                       {"·", "-"}, {"✓", "+"},   {"✗", "x"}, {"█", "#"},
                                       {"▒", "="}, {"░", "."},   {"▚", "%"}};
  for (const auto& [symbol, ascii] : kPairs)
    for (std::size_t at = text.find(symbol); at != std::string::npos; at = text.find(symbol, at))
      text.replace(at, std::string(symbol).size(), ascii);
  return text;
}

std::string wrap(const std::string& text, std::size_t width, std::size_t indent) {
  std::string result;
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) {
    const std::size_t lead = std::min(line.find_first_not_of(' '), line.size());
    const bool code = lead >= 2 && line.find(" | ") != std::string::npos;  // quoted by a compiler
    if (code || columns(line) + indent <= width) {
      result += (line.empty() ? "" : std::string(indent, ' ') + line) + "\n";
      continue;
    }
    if (is_row(line)) {  // all rows must lose the same columns
      while (line.size() > lead && columns(line) + indent > width) {
        line.resize(line.find_last_of(' '));
        line.resize(line.find_last_not_of(' ') + 1);
      }
      result += std::string(indent, ' ') + line + "\n";
      continue;
    }
    const std::string margin(indent + lead, ' ');
    std::string current;
    std::vector<std::string> words = words_of(line);
    join_quoted(words, width - std::min(width, columns(margin)));
    for (const std::string& word : words) {
      if (!current.empty() && columns(margin) + columns(current) + 1 + columns(word) > width) {
        result += margin + current + "\n";
        current.clear();
      }
      current += (current.empty() ? "" : " ") + word;
    }
    result += margin + current + "\n";
  }
  while (!result.empty() && result.back() == '\n') result.pop_back();
  return result;
}

std::string grouped(std::uint64_t n) {
  std::string text = std::to_string(n);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, " ");
  return text;
}

}  // namespace verifier
