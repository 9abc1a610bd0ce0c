// SPDX-License-Identifier: Apache-2.0
#include "regions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>
#include <sstream>

#include "own_includes.h"

namespace submission {
namespace {

constexpr std::size_t kMostNotes = 5;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text.substr(text.rfind("\xef\xbb\xbf", 0) == 0 ? 3 : 0));  // "UTF-8 with BOM"
  const char end = text.find('\n') == std::string::npos ? '\r' : '\n';             // old editors of macOS
  for (std::string line; std::getline(in, line, end);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();  // an editor of Windows
    lines.push_back(line);
  }
  return lines;
}

// The exercise of a mark that begins a region.
std::optional<std::string> begins(const std::string& line) {
  static const std::regex mark(R"(\s{0,40}// BEGIN YOUR CODE \(exercise (\d{1,3})\)\s{0,40})");
  std::smatch match;
  if (line.size() > 200 || !std::regex_match(line, match, mark)) return std::nullopt;
  return match[1].str();
}
bool ends(const std::string& line) {
  static const std::regex mark(R"(\s{0,40}// END YOUR CODE\s{0,40})");
  return line.size() <= 200 && std::regex_match(line, mark);
}

std::string begin_mark(const std::string& exercise) {
  return "`// BEGIN YOUR CODE (exercise " + exercise + ")`";
}

std::vector<region> regions_of(const std::vector<std::string>& lines, const std::string& name,
                               std::vector<std::string>& errors) {
  std::vector<region> found;
  bool inside = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto exercise = begins(lines[i]);
    if (exercise && inside) {
      errors.push_back(
          fmt::format("{}:{}: {} stands before `// END YOUR CODE` of exercise {}. Put that mark back.", name,
                      i + 1, begin_mark(*exercise), found.back().exercise));
      return found;
    }
    if (exercise) found.push_back({*exercise, i, lines.size(), 0, ""});
    if (ends(lines[i]) && !inside) {
      errors.push_back(fmt::format(
          "{}:{}: `// END YOUR CODE` has no `// BEGIN YOUR CODE (exercise N)` before it. Put that mark back.",
          name, i + 1));
      return found;
    }
    if (ends(lines[i])) found.back().end = i;
    inside = exercise || (inside && !ends(lines[i]));
  }
  if (inside)
    errors.push_back(fmt::format("{}:{}: {} has no `// END YOUR CODE` after it. Put that mark back.", name,
                                 found.back().begin + 1, begin_mark(found.back().exercise)));
  return found;
}

// Reads a region as the preprocessor would, for what it leaves open at its end.
class lexer {
 public:
  lexer(const std::vector<std::string>& lines, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) text_ += lines[i] + "\n";
    line_ = first + 1;
  }

  // What is open at the end, and where it began; or what ends something that began before. Empty if nothing
  // is.
  std::string left_open(std::size_t& line) {
    while (at_ < text_.size()) {
      line = line_;
      const std::string what = step();
      if (!what.empty()) return what;
    }
    if (!conditionals_.empty()) {
      line = conditionals_.back();
      return "an #if begins here that has no #endif";
    }
    if (spliced_) {
      line = line_ - 1;
      return "the last line ends with a backslash";
    }
    return "";
  }

  // After left_open(): the line of a brace without a partner, 0 if there is none. Nothing is said where an
  // #if may leave out half of a pair.
  std::size_t unbalanced() const {
    if (conditional_) return 0;
    if (closes_nothing_ != 0) return closes_nothing_;
    return braces_.empty() ? 0 : braces_.back();
  }

 private:
  char at(std::size_t offset) const { return at_ + offset < text_.size() ? text_[at_ + offset] : '\0'; }
  bool starts(const char* word) const {
    return text_.compare(at_, std::char_traits<char>::length(word), word) == 0;
  }
  void next() {
    if (text_[at_] == '\n') ++line_;
    ++at_;
  }
  // A backslash at the end of a line joins the next one, blanks after it or not.
  bool skip_splice() {
    if (at(0) != '\\') return false;
    std::size_t end = at_ + 1;
    while (end < text_.size() &&
           (text_[end] == ' ' || text_[end] == '\t' || text_[end] == '\v' || text_[end] == '\f'))
      ++end;
    if (end >= text_.size() || text_[end] != '\n') return false;
    while (at_ <= end) next();
    spliced_ = at_ >= text_.size();
    return true;
  }
  std::size_t blanks() const {
    std::size_t n = 0;
    while (at(n) == ' ' || at(n) == '\t' || at(n) == '\v' || at(n) == '\f') ++n;
    return n;
  }

  std::string step() {
    if (skip_splice()) return "";
    if (at(0) == '\n') {
      fresh_ = true;
      word_ = false;
      next();
      return "";
    }
    if (const std::size_t n = blanks(); n > 0) {
      at_ += n;
      word_ = false;
      return "";
    }
    if (at(0) == '/') {
      // The two characters of a comment may stand on two spliced lines.
      const std::size_t here = at_;
      const std::size_t line = line_;
      next();
      while (skip_splice()) {
      }
      if (at(0) == '*') return block_comment();
      if (at(0) == '/') return line_comment();
      at_ = here;
      line_ = line;
      next();
      return plain();
    }
    if (fresh_ && (at(0) == '#' || starts("%:"))) return directive();
    if (at(0) == '"') return raw_ ? raw_string() : quoted('"');
    if (at(0) == '\'' && !number_) return quoted('\'');
    return plain();
  }

  // Remembers whether a quote that comes next begins a raw string, or parts digits.
  std::string plain() {
    const char c = at(0);
    if (c == '{') braces_.push_back(line_);
    if (c == '}' && braces_.empty() && closes_nothing_ == 0) closes_nothing_ = line_;
    if (c == '}' && !braces_.empty()) braces_.pop_back();
    const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
    if (!letter) {
      word_ = number_ = raw_ = false;
    } else {
      if (!word_) {
        number_ = std::isdigit(static_cast<unsigned char>(c)) != 0;
        current_.clear();
      }
      word_ = true;
      current_ += c;
      raw_ = current_ == "R" || current_ == "LR" || current_ == "uR" || current_ == "UR" || current_ == "u8R";
    }
    fresh_ = false;
    next();
    return "";
  }

  void end_word() { word_ = number_ = raw_ = fresh_ = false; }

  std::string block_comment() {
    next();
    char before = '\0';
    while (at_ < text_.size()) {
      if (skip_splice()) continue;
      const char c = at(0);
      next();
      if (before == '*' && c == '/') {
        word_ = number_ = raw_ = false;  // a directive may follow
        return "";
      }
      before = c;
    }
    return "a comment begins here that has no */";
  }

  std::string line_comment() {
    while (at_ < text_.size() && at(0) != '\n')
      if (!skip_splice()) next();
    return "";
  }

  std::string quoted(char end) {
    end_word();
    next();
    while (at_ < text_.size() && at(0) != '\n') {
      if (skip_splice()) continue;
      const char c = at(0);
      next();
      if (c == end) return "";
      if (c == '\\' && at_ < text_.size() && at(0) != '\n') next();
    }
    return "";  // ends with its line, and does not compile
  }

  std::string raw_string() {
    end_word();
    next();
    std::string mark;
    while (at_ < text_.size() && at(0) != '(' && mark.size() <= 16) {
      mark += at(0);
      next();
    }
    const std::size_t end = text_.find(")" + mark + "\"", at_);
    if (end == std::string::npos) return "a raw string begins here that does not end";
    while (at_ < end + mark.size() + 2) next();
    return "";
  }

  // #if … #endif must be whole. The rest of the line is read as anything else is.
  std::string directive() {
    fresh_ = false;
    const std::size_t line = line_;
    at_ += at(0) == '#' ? 1 : 2;
    std::string name;
    while (at_ < text_.size()) {
      if (skip_splice()) continue;
      if (starts("/*")) {
        next();
        const std::string open = block_comment();
        if (!open.empty()) return open;
        if (!name.empty()) break;
        continue;
      }
      const char c = at(0);
      if (name.empty() && (c == ' ' || c == '\t' || c == '\v' || c == '\f')) {
        next();
        continue;
      }
      if (std::isalpha(static_cast<unsigned char>(c)) == 0 && c != '_') break;
      name += c;
      next();
    }
    fresh_ = false;
    if (name == "if" || name == "ifdef" || name == "ifndef") conditionals_.push_back(line);
    conditional_ = conditional_ || !conditionals_.empty();
    if (name == "line" || (name.empty() && std::isdigit(static_cast<unsigned char>(at(0))) != 0))
      return "`#line` would give its lines another place";
    const bool closes = name == "endif" || name.rfind("el", 0) == 0;
    if (closes && conditionals_.empty()) return "an #" + name + " has no #if before it in this region";
    if (name == "endif") conditionals_.pop_back();
    return "";
  }

  std::string text_, current_;
  std::size_t at_ = 0, line_ = 1;
  bool fresh_ = true;  // nothing but blanks and comments since the line began
  bool word_ = false;  // inside of a name or a number
  bool number_ = false, raw_ = false;
  bool spliced_ = false;
  std::vector<std::size_t> conditionals_, braces_;  // lines where they opened
  std::size_t closes_nothing_ = 0;
  bool conditional_ = false;
};

std::string quoted_name(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) text += c;
  }
  return text;
}

std::string without_blanks(const std::string& line) {
  const std::size_t end = line.find_last_not_of(" \t");
  return end == std::string::npos ? "" : line.substr(0, end + 1);
}
std::string shown_given(const std::string& line) {
  return without_blanks(line).empty() ? "an empty line" : "`" + without_blanks(line) + "`";
}

}  // namespace

merged_text merge(const std::string& given_text, const std::string& student_text, const std::string& name,
                  const std::set<std::string>& left_out, const std::string& seal) {
  merged_text result;
  if (student_text.find('\0') != std::string::npos) {
    result.errors.push_back(name + " is not plain text: it has zero bytes. Save it as UTF-8.");
    return result;
  }
  const std::vector<std::string> given = lines_of(given_text), student = lines_of(student_text);
  std::vector<std::string> own_faults;
  const std::vector<region> wanted = regions_of(given, "the given file", own_faults);
  std::vector<region> found = regions_of(student, name, result.errors);
  if (!result.errors.empty()) return result;
  for (std::size_t i = 0; i < std::max(wanted.size(), found.size()); ++i) {
    if (i < wanted.size() && i < found.size() && wanted[i].exercise == found[i].exercise) continue;
    if (i < wanted.size())
      result.errors.push_back(
          fmt::format("{}: the mark {} is missing, or is in another place. Put it back as it was: only what "
                      "is between the marks is your work.",
                      name, begin_mark(wanted[i].exercise)));
    else
      result.errors.push_back(fmt::format("{}:{}: the mark {} is one too many.", name, found[i].begin + 1,
                                          begin_mark(found[i].exercise)));
    return result;
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    region& r = found[i];
    for (std::size_t k = wanted[i].begin + 1; k < wanted[i].end; ++k) r.given += given[k] + "\n";
    std::size_t line = 0;
    lexer text(student, r.begin + 1, r.end);
    const std::string open = text.left_open(line);
    r.unbalanced = text.unbalanced();
    if (!open.empty())
      result.errors.push_back(fmt::format(
          "{}:{}: {}, in the region of exercise {}. What is between two marks must be whole by itself.", name,
          line, open, r.exercise));
  }
  if (!result.errors.empty()) return result;

  const std::string shown = quoted_name(name);
  const std::vector<std::size_t> own = found.empty()
                                           ? std::vector<std::size_t>{}
                                           : own_includes(given, wanted[0].begin, student, found[0].begin);
  for (const std::size_t i : own)
    result.text += fmt::format("#line {} \"{}\"\n{}\n", i + 1, shown, student[i]);
  const auto is_own = [&](std::size_t i) { return std::find(own.begin(), own.end(), i) != own.end(); };
  std::size_t differences = 0;
  // Given lines from `from` to `to`, where the student has those from `theirs` on.
  const auto add_given = [&](std::size_t from, std::size_t to, std::size_t theirs, std::size_t their_end) {
    bool moved = true;
    for (std::size_t i = from, t = theirs; i < to; ++i, ++t) {
      for (; is_own(t); ++t) moved = true;
      if (moved) result.text += fmt::format("#line {} \"{}\"\n", t + 1, shown);
      moved = false;
      result.text += given[i] + "\n";
    }
    for (std::size_t i = 0; i < std::max(to - from, their_end - theirs); ++i) {
      while (is_own(theirs + i)) ++theirs;
      const bool both = from + i < to && theirs + i < their_end;
      if (both && without_blanks(given[from + i]) == without_blanks(student[theirs + i])) continue;
      if (++differences <= kMostNotes)
        result.notes.push_back(
            fmt::format("{}:{} differs from the given text{}, outside of the marks: that has no effect.",
                        name, std::min(theirs + i, student.empty() ? 0 : student.size() - 1) + 1,
                        from + i < to ? ", " + shown_given(given[from + i]) : ""));
      break;  // what follows may only have moved
    }
  };
  std::size_t from = 0, theirs = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    add_given(from, wanted[i].begin + 1, theirs, found[i].begin + 1);
    const bool given_stands_in = found[i].can_stand_in() && left_out.count(found[i].exercise) > 0;
    const region& place = given_stands_in ? wanted[i] : found[i];
    const std::vector<std::string>& lines = given_stands_in ? given : student;
    result.text += fmt::format("#line {} \"{}\"\n", place.begin + 2,
                               given_stands_in ? "the text to be replaced" : shown);
    const std::string misplaced =
        include_in_namespace(given, wanted[i].begin, student, found[i].begin, found[i].end, name);
    if (!misplaced.empty()) result.notes.push_back(misplaced);
    for (std::size_t k = place.begin + 1; k < place.end; ++k) result.text += lines[k] + "\n";
    if (!seal.empty()) result.text += fmt::format("#define {}_{}\n", seal, i);
    from = wanted[i].end;
    theirs = found[i].end;
  }
  add_given(from, given.size(), theirs, student.size());
  for (std::size_t i = 0; i < found.size() && !seal.empty(); ++i)
    result.text += fmt::format("#line {} \"{}\"\n#ifndef {}_{}\n#error {}\n#endif\n", found[i].begin + 1,
                               shown, seal, i, "This region hides the given text that follows it.");
  result.regions = std::move(found);
  return result;
}

}  // namespace submission
