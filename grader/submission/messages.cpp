// SPDX-License-Identifier: Apache-2.0
#include "messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

namespace submission {
namespace {

constexpr std::size_t kNotesOfAnError = 2, kQuotedLines = 3;
constexpr std::size_t kLongestReference = 200;

struct message {
  std::string file, kind, text;
  std::size_t line = 0;
  std::vector<std::string> quoted;
};

bool read_message(const std::string& line, message& found) {
  static const std::regex gnu(
      R"(^([^\s:][^:]*):(\d{1,7}):(?:\d{1,5}:)? (?:fatal )?(error|warning|note): *(.*)$)");
  static const std::regex nvidia(
      R"(^([^\s(][^(]*)\((\d{1,7})\): (?:catastrophic )?(error|warning|note)(?: #[\w-]+)?: (.*)$)");
  std::smatch match;
  if (line.size() > kLongestLine ||
      (!std::regex_match(line, match, gnu) && !std::regex_match(line, match, nvidia)))
    return false;
  found = {match[1], match[3], match[4], static_cast<std::size_t>(std::stoul(match[2])), {}};
  // g++ only warns about the place where the quote begins, and reports the end of the file as the error.
  if (found.text.rfind("missing terminating", 0) == 0) found.kind = "error";
  return true;
}

bool is_context(const std::string& line) {
  for (const char* words :
       {"In file included from ", "                 from ", ": In ", ": At ", "  required from ",
        "  required by ", "  recursively required ", "compilation terminated", " error generated",
        " errors generated", " warning generated", " errors detected in ", " error detected in "})
    if (line.find(words) != std::string::npos) return true;
  return false;
}

// Such a caret is about the expansion of a macro, which the compiler saw.
bool is_beyond(const std::string& line, const std::vector<std::string>& quoted) {
  const std::size_t bar = line.find_first_not_of(' ');
  return !quoted.empty() && bar != std::string::npos && line[bar] == '|' &&
         line.find_first_not_of(' ', bar + 1) > quoted.front().size() + 1;
}

std::vector<message> messages_in(const std::string& said) {
  std::vector<message> all;
  std::istringstream lines(said);
  bool quoting = false, launch = false;
  for (std::string line; std::getline(lines, line);) {
    message found;
    if (read_message(line, found)) {
      all.push_back(std::move(found));
      quoting = true;
      launch = false;
    } else if (is_context(line) || line.empty()) {
      quoting = false;
    } else if (quoting && all.back().quoted.size() < kQuotedLines) {
      // The caret below a launch refers to the translated code.
      if (!launch && !is_beyond(line, all.back().quoted))
        all.back().quoted.push_back(line.substr(0, kLongestLine));
      launch = launch || line.find("<<<") != std::string::npos;
    }
  }
  return all;
}

// lab/by_hand.h disables some functions of the standard library.
bool is_taken_away(const message& m) { return m.text.find("by_hand") != std::string::npos; }

// In kernel<<blocks, threads>>(arguments), a function is shifted.
bool is_half_a_launch(const message& m) {
  return m.text.rfind("invalid operands", 0) == 0 && !m.quoted.empty() &&
         m.quoted[0].find("<<") != std::string::npos && m.quoted[0].find("<<<") == std::string::npos &&
         (m.text.find("void(") != std::string::npos || m.text.find("void (") != std::string::npos);
}

std::string reason_of(const message& m) {
  static const std::regex name(R"(std::\w+)");
  std::smatch match;
  if (is_half_a_launch(m))
    return "a launch needs three angle brackets on each side: "
           "kernel<<<blocks, threads>>>(arguments)";
  if (!is_taken_away(m) || !std::regex_search(m.text, match, name)) return m.text;
  return fmt::format("`{}` is not available in this lab: writing it by hand is the exercise", match.str());
}

// The copies in by_hand.h make calls ambiguous. Only the lines after such a message mention by_hand.
void explain_twins(std::vector<message>& all) {
  static const std::regex name(R"re((?:overloaded|call to|function) [^\w]{1,5}(?:std::)?(\w+))re");
  message* error = nullptr;
  for (message& m : all) {
    if (m.kind == "error") error = &m;
    const bool several = error != nullptr && (error->text.find("ambiguous") != std::string::npos ||
                                              error->text.find("more than one") != std::string::npos);
    bool twin = is_taken_away(m) || m.file.find("by_hand") != std::string::npos;
    for (const std::string& line : m.quoted) twin = twin || line.find("by_hand") != std::string::npos;
    std::smatch match;
    if (several && twin && std::regex_search(error->text, match, name))
      error->text = "by_hand: std::" + match.str(1);
  }
}

// Not all compilers quote the source line, and our own checks do not.
void quote_source(std::vector<message>& all, const std::string& shown, const std::string& source) {
  std::vector<std::string> code;
  std::istringstream in(source);
  for (std::string line; std::getline(in, line);) code.push_back(line.substr(0, line.find('\r')));
  for (message& m : all)
    if (m.kind == "error" && m.file == shown && m.quoted.empty() && m.line > 0 && m.line <= code.size())
      m.quoted.push_back(fmt::format("{:5} | {}", m.line, code[m.line - 1].substr(0, kLongestLine)));
}

// Lines inside CUDA's or the system's headers do not help students.
bool is_ours(const std::string& file, const std::string& shown) {
  return file == shown || file.find("labs/") != std::string::npos ||
         file.find("common/lab/") != std::string::npos;
}

std::string shown_text(const message& m) {
  std::string text = fmt::format("{}:{}: {}: {}\n", m.file, m.line, m.kind, reason_of(m));
  for (const std::string& line : m.quoted) text += line + "\n";
  return text;
}

// A template that the given text instantiates can lack its definition, which is the same mistake as an
// undefined reference.
const std::string kInstance = "explicit instantiation of ", kNoDefinition = " but no definition available";

bool is_without_definition(const message& m) {
  return m.text.rfind(kInstance, 0) == 0 && m.text.find(kNoDefinition) != std::string::npos;
}

}  // namespace

std::vector<std::string> undefined_references(const std::string& said) {
  static const std::string words = "undefined reference to `";
  std::vector<std::string> all;
  const auto add = [&](const std::string& what) {
    if (std::find(all.begin(), all.end(), what) == all.end()) all.push_back(what);
  };
  for (std::size_t at = said.find(words); at != std::string::npos; at = said.find(words, at + 1)) {
    const std::size_t begin = at + words.size();
    add(said.substr(begin, said.find_first_of("'\n", begin) - begin));
  }
  for (const message& m : messages_in(said)) {
    if (!is_without_definition(m)) continue;
    const std::size_t begin = m.text.find_first_of("abcdefghijklmnopqrstuvwxyz_", kInstance.size());
    // The name is quoted, and precedes the template arguments of this instance.
    add(m.text.substr(begin, std::min({m.text.find(" [with ", begin), m.text.find("\u2019", begin),
                                       m.text.find('\'', begin)}) -
                                 begin));
  }
  return all;
}

std::string name_in(std::string reference) {
  reference.resize(std::min(reference.size(), reference.find_first_of("([<")));
  // A template instance's name includes its return type: "lab::status radix_cpu::sort"
  return reference.substr(reference.find_last_of(" :") + 1);
}

std::vector<compiler_error> errors_in(const std::string& said, const std::string& shown,
                                      const std::string& source) {
  std::vector<compiler_error> errors;
  std::set<std::pair<std::string, std::size_t>> known;
  std::size_t notes = kNotesOfAnError;
  bool announced = false;  // a note ended with a colon, so the next note has the reason
  std::vector<message> all = messages_in(said);
  explain_twins(all);
  quote_source(all, shown, source);
  for (const message& m : all) {
    const bool is_reason = announced && m.kind == "note" && !errors.empty() && is_ours(m.file, shown);
    announced = false;
    if (is_without_definition(m)) {
      notes = 0;
    } else if (is_reason) {
      const bool quoted = m.line == errors.back().line;
      errors.back().text += quoted ? fmt::format("{}:{}: note: {}\n", m.file, m.line, m.text) : shown_text(m);
    } else if (m.kind == "error") {
      notes = is_taken_away(m) ? 0 : kNotesOfAnError;
      if (known.insert({m.file, m.line}).second)
        errors.push_back({m.file, m.line, reason_of(m), m.quoted.empty() ? "" : m.quoted[0], shown_text(m)});
      else
        notes = 0;
    } else if (m.kind == "warning") {
      notes = 0;
    } else if (notes > 0 && is_ours(m.file, shown) && m.line != errors.back().line) {
      errors.back().text += shown_text(m);
      announced = !m.text.empty() && m.text.back() == ':';
      --notes;
    }
    if (errors.empty()) notes = 0;
  }
  // Errors in headers follow from errors in the student's file.
  const auto own = [&](const compiler_error& e) { return e.file == shown; };
  if (std::any_of(errors.begin(), errors.end(), own))
    errors.erase(std::remove_if(errors.begin(), errors.end(), [&](const auto& e) { return !own(e); }),
                 errors.end());
  for (std::string what : errors.empty() ? undefined_references(said) : std::vector<std::string>()) {
    if (what.size() > kLongestReference) what = what.substr(0, kLongestReference) + "…";
    const std::string reason = fmt::format(
        "`{}` is used, but not defined anywhere with exactly these parameters and this return type.", what);
    errors.push_back({"", 0, reason, "", shown + ": " + reason + "\n"});
  }
  return errors;
}

}  // namespace submission
