// SPDX-License-Identifier: Apache-2.0
#include "own_arrays.h"

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>
#include <sstream>

namespace verifier {
namespace {

// Comments and the contents of strings become spaces, so that lines keep their numbers.
std::string without_comments(std::string text) {
  enum { code, line, block, quoted } now = code;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (now == code && c == '/' && (next == '/' || next == '*')) {
      now = next == '/' ? line : block;
    } else if (now == code && c == '"') {
      now = quoted;
    } else if ((now == line && c == '\n') || (now == quoted && (c == '"' || c == '\n'))) {
      now = code;
    } else if (now == block && c == '*' && next == '/') {
      text[i] = text[i + 1] = ' ';
      now = code;
    } else if (now == quoted && c == '\\') {
      text[i++] = ' ';
    }
    if (c == '\t' || (now != code && i < text.size() && text[i] != '\n')) text[i] = ' ';
  }
  return text;
}

struct body {
  std::string function, text;
  int first_line = 1;
  bool kernel = false;
};

constexpr std::size_t kLongestHead = 1000;  // characters of a function before its brace
constexpr std::size_t kLongestLine = 300;   // characters; no one writes a longer declaration

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The function's name: "scan_kernel" for "__global__ void __launch_bounds__(1024) scan_kernel(int n) "
std::string name_in(const std::string& head) {
  std::size_t open = head.find('(');
  for (; open != std::string::npos; open = head.find('(', open + 1)) {
    std::size_t end = head.find_last_not_of(" \n", open == 0 ? 0 : open - 1), begin = end + 1;
    while (begin > 0 && is_of_name(head[begin - 1])) --begin;
    const std::string name = head.substr(begin, end + 1 - begin);
    if (!name.empty() && name.rfind("__", 0) != 0) return name;
  }
  return "";
}

// The bodies of device functions, from the opening brace to the closing one.
std::vector<body> device_functions(const std::string& code) {
  std::vector<body> found;
  for (std::size_t at = 0; (at = code.find("__", at)) != std::string::npos;) {
    const bool kernel = code.compare(at, 10, "__global__") == 0;
    const bool device = kernel || code.compare(at, 10, "__device__") == 0;
    at += device ? 10 : 2;
    if (!device) continue;
    const std::size_t open = code.find_first_of("{;", at);
    if (open == std::string::npos || code[open] == ';' || open - at > kLongestHead) continue;
    int depth = 1;
    std::size_t last = open + 1;
    for (; last < code.size() && depth > 0; ++last)
      depth += code[last] == '{' ? 1 : code[last] == '}' ? -1 : 0;
    const auto begin = code.begin() + static_cast<std::ptrdiff_t>(open);
    found.push_back({name_in(code.substr(at, open - at)), code.substr(open, last - open),
                     1 + static_cast<int>(std::count(code.begin(), begin, '\n')), kernel});
    at = last;
  }
  return found;
}

std::vector<std::string> short_lines(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    lines.push_back(line.size() > kLongestLine ? std::string() : line);
  return lines;
}

// threadIdx, and the variables that are computed from it.
std::set<std::string> thread_numbers(const std::vector<std::string>& lines) {
  static const std::regex made(R"(\b(\w+) ?= ?[^;={}]*\bthreadIdx\b)");
  std::set<std::string> names{"threadIdx"};
  for (const std::string& line : lines)
    for (std::sregex_iterator at(line.begin(), line.end(), made), end; at != end; ++at)
      names.insert((*at)[1]);
  return names;
}

// Whether the line accesses an element of the array by a thread's number. `out.keys[i]` is not an element of
// `keys`.
bool has_index(const std::string& line, const std::string& array, const std::set<std::string>& numbers) {
  static const std::regex element(R"((?:^|[^.>\w])(\w+)\[([^\]]*)\])"), word(R"([A-Za-z_]\w*)");
  for (std::sregex_iterator at(line.begin(), line.end(), element), end; at != end; ++at) {
    if ((*at)[1] != array) continue;
    const std::string index = (*at)[2];
    for (std::sregex_iterator w(index.begin(), index.end(), word); w != end; ++w)
      if (numbers.count(w->str()) > 0) return true;
  }
  return false;
}

}  // namespace

std::vector<own_array> arrays_by_thread_number(const std::string& source) {
  static const std::regex declaration(
      R"(^ *(?:volatile )?(?:std::)?(?:u?int(?:8|16|32|64)_t|(?:unsigned )?(?:int|short|char|long)|unsigned|float|double|T) +(\w+)\[[^;=]*[;=])");
  std::vector<own_array> found;
  for (const body& b : device_functions(without_comments(source))) {
    if (b.text.find("__syncthreads") == std::string::npos) continue;  // its threads share nothing
    const std::vector<std::string> lines = short_lines(b.text);
    const std::set<std::string> numbers = thread_numbers(lines);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::smatch name;
      if (!std::regex_search(lines[i], name, declaration)) continue;
      const std::string array = name[1];
      const bool used = std::any_of(lines.begin() + static_cast<std::ptrdiff_t>(i) + 1, lines.end(),
                                    [&](const std::string& line) { return has_index(line, array, numbers); });
      if (used) found.push_back({array, b.first_line + static_cast<int>(i), b.function, b.kernel});
    }
  }
  return found;
}

}  // namespace verifier
