// SPDX-License-Identifier: Apache-2.0
#include "causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <sstream>

namespace submission {
namespace {

constexpr std::size_t kShownErrors = 3;

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(std::move(line));
  return lines;
}

// Returns "" for any other error.
std::string unknown_name(const std::string& reason) {
  static const std::regex unknown(
      "(?:use of undeclared identifier |unknown type name |no template named |identifier |there are no arguments to )?"
      "(?:\u2018|'|\")([A-Za-z_]\\w*)(?:\u2019|'|\")"
      "(?: (?:was not declared|has not been declared|does not name a type|is undefined|that depend on).*|[;.].*)?");
  std::smatch match;
  if (reason.size() > kLongestLine || !std::regex_match(reason, match, unknown)) return "";
  return match[1];
}

// An error of clang or nvcc that __device__ or __global__ would prevent. Both are "" for any other error.
struct missing_keyword {
  std::string function, keyword;
};
missing_keyword keyword_missing_in(const std::string& reason) {
  static const std::regex host(
      R"(calling a __host__ function\("([\w:]+).*"\) from a __(?:global|device)__ .*)");
  static const std::regex kernel(
      R"re(a host function call cannot be configured: "([\w:]+)" is not __global__)re");
  std::smatch match;
  if (reason.size() > kLongestLine) return {};
  if (std::regex_match(reason, match, host)) return {name_in(match[1]), "__device__"};
  if (std::regex_match(reason, match, kernel)) return {name_in(match[1]), "__global__"};
  return {};
}

bool is_syntax_error(const compiler_error& e) {
  for (const char* words : {"expected ", "unterminated ", "missing terminating ", "stray ", "extraneous "})
    if (e.reason.rfind(words, 0) == 0) return true;
  return e.reason.find(" without a previous ") != std::string::npos;
}

bool has_word(const std::string& text, const std::string& word) {
  const auto is_part = [&](std::size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
  };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if (!is_part(at + word.size()) && (at == 0 || !is_part(at - 1))) return true;
  return false;
}

std::string named_in(const compiler_error& e) {
  const std::string unknown = unknown_name(e.reason);
  return unknown.empty() ? keyword_missing_in(e.reason).function : unknown;
}

// Returns whether the error is about the same name, or about an unknown name in the other error's line,
// probably its declaration.
bool follows(const compiler_error& e, const compiler_error& cause) {
  const std::string name = named_in(e);
  return !name.empty() &&
         (named_in(cause) == name || (!unknown_name(e.reason).empty() && has_word(cause.source, name)));
}

bool hides_others(const compiler_error& e) {
  return is_syntax_error(e) || keyword_missing_in(e.reason).keyword == "__global__";
}

std::string without_comment(const std::string& line) {
  const std::string code = line.substr(0, line.find("//"));
  const std::size_t begin = code.find_first_not_of(" \t\r"), end = code.find_last_not_of(" \t\r");
  return begin == std::string::npos ? "" : code.substr(begin, end + 1 - begin);
}

bool ends_a_type(const std::vector<std::string>& lines, std::size_t at) {
  static const std::regex type(R"((?:^|\s)(?:struct|class|enum|union)\s)");
  int open = 0;
  for (std::size_t i = at + 1; i-- > 0;) {
    const std::string code = without_comment(lines[i]);
    for (const char c : code) open += c == '}' ? 1 : c == '{' ? -1 : 0;
    if (open <= 0) return code.size() < kLongestLine && std::regex_search(code, type);
  }
  return false;
}

// Compilers name the line where they notice the mistake, which can be far below.
std::string missing_semicolon(const compiler_error& e, const std::vector<std::string>& lines) {
  static const std::regex surprised("expected [\\w-]+ before (?:\u2018|')([^\u2019']+)(?:\u2019|').*");
  if (e.reason.size() > kLongestLine || e.line < 2 || e.line > lines.size()) return "";
  std::smatch match;
  const bool wants_one =
      e.reason.find("\u2018;\u2019") != std::string::npos || e.reason.find("\";\"") != std::string::npos;
  const bool shown_there = e.text.rfind(" ;\n") != std::string::npos;  // below its line
  const bool in_a_type = e.reason.rfind("expected initializer before", 0) == 0;
  const bool at_the_beginning = std::regex_match(e.reason, match, surprised) &&
                                without_comment(lines[e.line - 1]).rfind(match[1].str(), 0) == 0;
  if (shown_there || (!wants_one && !in_a_type && !at_the_beginning)) return "";
  std::size_t at = e.line - 2;
  while (at > 0 && without_comment(lines[at]).empty()) --at;
  const std::string code = without_comment(lines[at]);
  const bool lacks_one = code == "}"
                             ? ends_a_type(lines, at)
                             : !in_a_type && !code.empty() && code[0] != '#' &&
                                   std::string(";{}(,:\\+-*/%&|^<>=?").find(code.back()) == std::string::npos;
  return lacks_one ? fmt::format("Line {}, `{}`, has no `;` at its end.\n", at + 1, code) : "";
}

// A place where a name seems to be declared: the line (from 1), and the exercise ("" outside the marks).
// Lines of the given text do not count.
struct declaration {
  std::size_t line = 0;
  std::string exercise;
};
std::vector<declaration> declarations_of(const std::string& name, const std::string& source,
                                         const std::string& given, const std::vector<region>& regions) {
  const std::regex declares(
      "^(?:#|[A-Za-z_]|\\s+(?:struct|class|enum|using|constexpr|template|__device__|__global__)\\b).*\\b" +
      name + "\\b(?! *\\.)");
  const std::vector<std::string> kept = lines_in(given), lines = lines_in(source);
  const std::set<std::string> same(kept.begin(), kept.end());
  std::vector<declaration> found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].size() > kLongestLine || !std::regex_search(lines[i], declares)) continue;
    const auto inside = std::find_if(regions.begin(), regions.end(),
                                     [&](const region& r) { return i > r.begin && i < r.end; });
    if (inside != regions.end() || same.count(lines[i]) == 0)
      found.push_back({i + 1, inside == regions.end() ? "" : inside->exercise});
  }
  return found;
}

}  // namespace

std::string text_of(const std::vector<compiler_error>& errors, const std::string& source) {
  std::vector<const compiler_error*> causes;
  for (const compiler_error& e : errors) {
    if (causes.size() == kShownErrors || (!causes.empty() && hides_others(*causes.back()))) break;
    if (std::none_of(causes.begin(), causes.end(), [&](const auto* cause) { return follows(e, *cause); }))
      causes.push_back(&e);
  }
  std::string text;
  for (const compiler_error* e : causes)
    text += e->text + (is_syntax_error(*e) ? missing_semicolon(*e, lines_in(source)) : "");
  if (const std::size_t more = errors.size() - causes.size(); more > 0)
    text += fmt::format(
        "… and {} more error{}. Fix the first error first, because it often causes the "
        "others.\n",
        more, more == 1 ? "" : "s");
  return text;
}

exercise_errors explained(std::vector<compiler_error> errors, const std::string& source,
                          const std::string& given, const std::vector<region>& regions,
                          const std::set<std::string>& broken) {
  // A kernel without __global__ causes other errors, in lines above its launch.
  std::stable_partition(errors.begin(), errors.end(), [](const compiler_error& e) {
    return keyword_missing_in(e.reason).keyword == "__global__";
  });
  const compiler_error& first = errors.front();
  const std::string name = named_in(first), keyword = keyword_missing_in(first.reason).keyword;
  if (name.empty()) return {text_of(errors, source), ""};
  std::string cause;
  for (const declaration& d : declarations_of(name, source, given, regions)) {
    if (d.line < first.line && broken.count(d.exercise) > 0)
      return {fmt::format("{}:{}: `{}` is declared in exercise {}, which does not compile: fix that first.\n",
                          first.file, first.line, name, d.exercise),
              d.exercise};
    if (!cause.empty()) continue;
    if (!keyword.empty())
      cause = fmt::format("{}:{}: `{}` is declared here without {}.\n", first.file, d.line, name, keyword);
    else if (d.exercise.empty())
      cause = fmt::format(
          "{}:{}: `{}` is declared outside the marks, where nothing "
          "counts.\n",
          first.file, d.line, name);
  }
  return {cause + text_of(errors, source), ""};
}

}  // namespace submission
