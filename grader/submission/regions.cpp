// SPDX-License-Identifier: Apache-2.0
#include "regions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>
#include <sstream>

#include "own_includes.h"
#include "own_text.h"

namespace submission {
namespace {

constexpr std::size_t kMostNotes = 5;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text.substr(text.rfind("\xef\xbb\xbf", 0) == 0 ? 3 : 0));  // "UTF-8 with BOM"
  const char end = text.find('\n') == std::string::npos ? '\r' : '\n';             // from an old Mac editor
  for (std::string line; std::getline(in, line, end);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();  // from a Windows editor
    lines.push_back(line);
  }
  return lines;
}

// Returns the exercise of the mark on this line.
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
          fmt::format("{}:{}: {} comes before `// END YOUR CODE` of exercise {}. Put that mark back.", name,
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

// The lines [first, last), except those in `without`.
std::string file_of(const std::vector<std::string>& lines, std::size_t first, std::size_t last,
                    const std::string& name, const std::vector<std::size_t>& without) {
  std::string text = fmt::format("#line {} \"{}\"\n", first + 1, name);
  for (std::size_t i = first; i < last; ++i)
    text += (std::find(without.begin(), without.end(), i) == without.end() ? lines[i] : "") + "\n";
  return text;
}

// The names of the files around region i are secret, so no text in it can pretend to come after it.
std::string include_of(const std::string& secret, std::size_t i) {
  return fmt::format("#line 1 \"{}\"\n#include \"{}\"\n#line 1 \"{}\"\n", begin_of(secret, i),
                     file_name(secret, i), end_of(secret, i));
}

std::string text_of_includes(const std::vector<std::string>& lines, const std::vector<std::size_t>& which,
                             const std::string& name) {
  std::string text;
  for (const std::size_t i : which) text += fmt::format("#line {} \"{}\"\n{}\n", i + 1, name, lines[i]);
  return text;
}

bool is_text(const std::string& text, const std::string& name, merged_text& result) {
  if (text.find('\0') != std::string::npos)
    result.errors.push_back(name + " is not plain text: it contains zero bytes. Save it as UTF-8.");
  return result.errors.empty();
}

}  // namespace

std::string file_name(const std::string& secret, std::size_t region) {
  return fmt::format("{}_{}", secret, region);
}

merged_text whole(const std::string& text, const std::string& name, const std::string& secret, bool ours) {
  merged_text result;
  if (!is_text(text, name, result)) return result;
  const std::vector<std::string> lines = lines_of(text);
  const std::vector<std::size_t> includes =
      ours ? std::vector<std::size_t>{} : includes_in(lines, 0, lines.size(), true);
  const std::string shown = quoted_name(name);
  result.text = fmt::format("{}{}#line {} \"{}\"\n", text_of_includes(lines, includes, shown),
                            include_of(secret, 0), lines.size() + 1, shown);
  result.files.push_back(file_of(lines, 0, lines.size(), shown, includes));
  return result;
}

merged_text merge(const std::string& given_text, const std::string& student_text, const std::string& name,
                  const std::string& secret, const std::set<std::string>& left_out) {
  merged_text result;
  if (!is_text(student_text, name, result)) return result;
  const std::vector<std::string> given = lines_of(given_text), student = lines_of(student_text);
  std::vector<std::string> own_faults;
  const std::vector<region> wanted = regions_of(given, "the given file", own_faults);
  std::vector<region> found = regions_of(student, name, result.errors);
  if (!result.errors.empty()) return result;
  for (std::size_t i = 0; i < std::max(wanted.size(), found.size()); ++i) {
    if (i < wanted.size() && i < found.size() && wanted[i].exercise == found[i].exercise) continue;
    if (i < wanted.size())
      result.errors.push_back(
          fmt::format("{}: the mark {} is missing or in the wrong place. Put it back, because only the text "
                      "between the marks counts.",
                      name, begin_mark(wanted[i].exercise)));
    else
      result.errors.push_back(fmt::format("{}:{}: the mark {} is a duplicate.", name, found[i].begin + 1,
                                          begin_mark(found[i].exercise)));
    return result;
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    region& r = found[i];
    for (std::size_t k = wanted[i].begin + 1; k < wanted[i].end; ++k) r.given += given[k] + "\n";
  }
  const std::string shown = quoted_name(name);
  const std::vector<std::size_t> own = found.empty()
                                           ? std::vector<std::size_t>{}
                                           : own_includes(given, wanted[0].begin, student, found[0].begin);
  result.text += text_of_includes(student, own, shown);
  const auto is_own = [&](std::size_t i) { return std::find(own.begin(), own.end(), i) != own.end(); };
  std::size_t differences = 0;
  // Adds the given lines [from, to), and notes where the student's lines [theirs, their_end) differ.
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
            fmt::format("{}:{} differs from the given text{}, outside the marks. That has no effect.", name,
                        std::min(theirs + i, student.empty() ? 0 : student.size() - 1) + 1,
                        from + i < to ? ", " + shown_given(given[from + i]) : ""));
      break;  // the text after this line may only be shifted
    }
  };
  std::string included;  // headers of regions, which can be inside a namespace
  std::size_t from = 0, theirs = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    add_given(from, wanted[i].begin + 1, theirs, found[i].begin + 1);
    const bool given_stands_in = found[i].can_stand_in() && left_out.count(found[i].exercise) > 0;
    const region& place = given_stands_in ? wanted[i] : found[i];
    const std::vector<std::string>& lines = given_stands_in ? given : student;
    const std::vector<std::size_t> includes = includes_in(lines, place.begin + 1, place.end, true);
    included += text_of_includes(lines, includes, shown);
    result.files.push_back(
        file_of(lines, place.begin + 1, place.end, given_stands_in ? secret + "_given" : shown, includes));
    result.text += include_of(secret, i);
    from = wanted[i].end;
    theirs = found[i].end;
  }
  add_given(from, given.size(), theirs, student.size());
  result.text.insert(0, included);
  result.regions = std::move(found);
  return result;
}

}  // namespace submission
