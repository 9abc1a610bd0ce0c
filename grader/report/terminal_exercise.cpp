// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "proof.h"
#include "report.h"

namespace verifier {
namespace {

constexpr std::size_t kVerdictWidth = 14, kPointsWidth = 9;
constexpr std::size_t kIndent = 9, kLabel = 10;  // for a test's explanation
constexpr std::size_t kBriefLines = 2;
constexpr std::size_t kLeastRoom = 16;  // for a title next to its verdict

colour colour_of(verdict kind) {
  switch (kind) {
    case verdict::good:
      return colour::green;
    case verdict::not_yet:
      return colour::yellow;
    case verdict::over_budget:
    case verdict::not_seen:
    case verdict::not_clean:
    case verdict::wrong:
    case verdict::no_build:
      return colour::red;
    case verdict::timed_out:
    case verdict::crashed:
      return colour::magenta;
    case verdict::not_graded:
    case verdict::not_your_code:
      return colour::cyan;
  }
  return colour::plain;
}

bool same_story(const std::vector<const test_result*>& tests) {
  return std::all_of(tests.begin(), tests.end(), [&](const test_result* t) {
    return t->kind == tests[0]->kind && t->text == tests[0]->text;
  });
}

std::string capitalised(std::string text) {
  const std::string first = text.substr(0, text.find(' '));
  if (first.find_first_of("./`[_(") != std::string::npos) return text;  // a file or variable name
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// Puts a bar before each line, breaks long lines, and keeps only the first lines.
std::string quoted(const std::string& printed, std::size_t width) {
  constexpr int kLines = 16;
  constexpr std::size_t kPieces = 4;  // per printed line
  std::istringstream lines(printed);
  std::string text, line, piece;
  int count = 0;
  while (std::getline(lines, line)) {
    std::istringstream pieces(wrap(shorten(line, kPieces * width), width, 0));
    while (std::getline(pieces, piece))
      if (++count <= kLines) text += "| " + shorten(piece, width) + "\n";
  }
  if (count > kLines) text += fmt::format("| … {} more lines in results.json\n", count - kLines);
  return text;
}

// Groups tests with the same explanation, and puts all good tests last. With `apart`, each good test is its
// own group and stays in its place.
std::vector<std::vector<const test_result*>> groups_of(const std::vector<const test_result*>& tests,
                                                       bool apart) {
  std::vector<std::vector<const test_result*>> groups;
  for (const test_result* test : tests) {
    if (test->kind == verdict::not_graded) continue;
    const auto alike = [&](const std::vector<const test_result*>& group) {
      const test_result& first = *group.front();
      if (test->kind == verdict::good || first.kind == verdict::good)
        return test->kind == first.kind && !apart;
      return bug_of(*test) == bug_of(first);
    };
    const auto found = std::find_if(groups.begin(), groups.end(), alike);
    if (found == groups.end())
      groups.push_back({test});
    else
      found->push_back(test);
  }
  if (!apart)
    std::stable_partition(groups.begin(), groups.end(),
                          [](const auto& group) { return group.front()->kind != verdict::good; });
  return groups;
}

}  // namespace

void terminal_report::line(const std::string& left, std::size_t indent, verdict kind, int points,
                           int possible, bool strong) {
  const std::string mark = left.substr(0, left.find_first_not_of(' ', left.find(' ')));  // "✗ ", "3  "
  const std::size_t begin = indent + columns(mark);
  const std::size_t end = out_.width - kVerdictWidth - kPointsWidth;
  const bool beside = end > begin + kLeastRoom;
  const auto painted = [&](const std::string& text) {
    return strong ? out_.paint(colour::bold, text) : text;
  };
  const std::string judged = out_.paint(colour_of(kind), pad_right(name_of(kind), kVerdictWidth)) +
                             pad_left(fmt::format("{}/{}", points, possible), kPointsWidth) + "\n";
  std::istringstream pieces(wrap(left.substr(mark.size()), beside ? end - begin - 1 : out_.width - begin, 0));
  std::string text;
  std::getline(pieces, text);
  text = std::string(indent, ' ') + painted(mark + (beside ? pad_right(text, end - begin) : text));
  put(text + (beside ? judged : "\n"));
  while (std::getline(pieces, text)) put(std::string(begin, ' ') + painted(text) + "\n");
  if (!beside) put(std::string(end, ' ') + judged);
}

void terminal_report::field(const char* label, const std::string& text) {
  std::string block = wrap(text, out_.width, kIndent + kLabel);
  block.replace(0, kIndent + kLabel, std::string(kIndent, ' ') + pad_right(label, kLabel));
  put(out_.paint(colour::dim, block) + "\n");
}

void terminal_report::failure(const test_result& result) {
  const bool may_repeat = result.kind != verdict::not_yet;
  const auto [before, fresh] = told_.try_emplace(bug_of(result), &result);
  const bool told = may_repeat && !fresh;
  const back_reference back = as_before(result, *before->second);
  std::string text = told_of(result);
  // A known bug needs only one line of the wrong values that it causes.
  const std::size_t saw = verbose_ || result.cause.empty() ? std::string::npos : text.find(kTestSaw);
  if (saw != std::string::npos) {
    text.resize(std::min(text.find('\n', saw + 1), text.size()));
    shortened_ = true;
  }
  // Mistakes that give the whole result explain why the threads of a race meet.
  const bool leads = !told && !result.cause.empty() && !result.matches.empty();
  if (leads) field("Matches", result.matches);
  say(told ? back.lead + back.place + back.rest : capitalised(text), kIndent);
  if (!told && !leads && !result.matches.empty()) field("Matches", result.matches);
  if (result.kind != verdict::not_yet && !told && !result.withheld) {
    if (!result.ran.empty() && result.kind != verdict::no_build) field("Ran", result.ran);
    if (!result.printed.empty()) field("Printed", quoted(result.printed, out_.width - kIndent - kLabel - 2));
    // A command that is copied must not contain a line end.
    const bool fits = kIndent + kLabel + columns(result.repeat) <= out_.width;
    const std::string repeat = std::string(kIndent, ' ') + (fits ? pad_right("Repeat", kLabel) : "Repeat\n");
    put(out_.paint(colour::dim, repeat) + out_.paint(colour::cyan, result.repeat) + "\n");
  }
}

// Shows one or two lines of the reason, and after the exercise's first failure only short reasons.
void terminal_report::brief_failure(const test_result& result, bool first) {
  const auto [before, fresh] = told_.try_emplace(bug_of(result), &result);
  const std::string text = told_of(result);
  const bool is_short =
      columns(text) <= kBriefLines * (out_.width - kIndent) && text.find('\n') == std::string::npos;
  if (is_short && result.cause.empty() && result.matches.empty()) return failure_text(text);
  shortened_ = true;
  if (!fresh) {
    const back_reference back = as_before(result, *before->second);
    return failure_text(back.lead + back.place + back.rest);
  }
  if (!result.cause.empty()) return failure_text("Found by the checkers: " + result.cause + ".");
  if (!first) return;
  if (!result.contrast.empty()) failure_text(result.contrast.substr(0, result.contrast.find('\n')));
  failure_text(result.text.substr(0, result.text.find('\n')));
}

void terminal_report::failure_text(const std::string& text) { say(capitalised(text), kIndent); }

void terminal_report::exercise(const lab_entry& lab, int number, const std::vector<const test_result*>& tests,
                               const std::string& explained) {
  int points = 0, possible = 0;
  for (const test_result* test : tests) {
    points += test->points();
    possible += test->possible();
  }
  const verdict kind = worst(tests);
  if (only_failures_ && (kind == verdict::good || kind == verdict::not_graded)) return;
  line(fmt::format("{}  {}", number, lab.points.titles[static_cast<std::size_t>(number) - 1]), 2, kind,
       points, possible, true);
  const auto is_explained = [&](const test_result* t) { return !explained.empty() && t->text == explained; };
  if (std::all_of(tests.begin(), tests.end(), is_explained)) return;
  if (kind == verdict::good || kind == verdict::not_graded) {
    for (const test_result* test : tests) {
      if (test->printed.empty()) continue;
      line("✓ " + test->row->shows, 7, test->kind, test->points(), test->row->points, false);
      field("Printed", quoted(test->printed, out_.width - kIndent - kLabel - 2));
    }
    if (const std::string costs = verbose_ || leading_ == nullptr ? costs_of(tests) : ""; !costs.empty())
      put(out_.paint(colour::dim, wrap(costs, out_.width, 5)) + "\n");
    return;
  }
  if (std::all_of(tests.begin(), tests.end(),
                  [](const test_result* t) { return t->kind == verdict::not_yet; })) {
    std::vector<std::string> told;
    for (const test_result* test : tests)
      if (std::find(told.begin(), told.end(), test->text) == told.end()) told.push_back(test->text);
    const std::size_t shown = verbose_ ? told.size() : 1;
    for (std::size_t i = 0; i < shown; ++i) put(out_.paint(colour::dim, wrap(told[i], out_.width, 5)) + "\n");
    if (shown < told.size())
      put(out_.paint(colour::dim, fmt::format("     And {} more like it.", told.size() - shown)) + "\n");
    return;
  }
  if (kind == verdict::no_build && same_story(tests)) {
    say(tests[0]->text, 5);
    return;
  }
  std::vector<const test_result*> in_order = tests;  // tests with a proof come first
  std::stable_partition(in_order.begin(), in_order.end(), [](const auto* t) { return !t->cause.empty(); });
  std::stable_partition(in_order.begin(), in_order.end(), [](const auto* t) { return !t->withheld; });
  std::stable_partition(in_order.begin(), in_order.end(), [&](const auto* t) { return t == leading_; });
  bool explained_one = false;
  for (const std::vector<const test_result*>& alike : groups_of(in_order, verbose_)) {
    const test_result& test = *alike.front();
    const bool good = test.kind == verdict::good;
    if (alike.size() > 1 && !verbose_) shortened_ = true;
    const auto sum = [&](std::size_t from) {
      int points_of = 0, possible_of = 0;
      for (std::size_t i = from; i < alike.size(); ++i)
        points_of += alike[i]->points(), possible_of += alike[i]->row->points;
      return std::make_pair(points_of, possible_of);
    };
    if (good && alike.size() > 1) {
      line(fmt::format("✓ {} tests", alike.size()), 7, test.kind, sum(0).first, sum(0).second, false);
      continue;
    }
    line((good ? "✓ " : "✗ ") + test.row->shows, 7, test.kind, test.points(), test.row->points, false);
    if (!good && !is_explained(&test)) {
      if (verbose_ || &test == leading_)
        failure(test);
      else
        brief_failure(test, !explained_one);
      explained_one = true;
    }
    if (verbose_)
      for (std::size_t i = 1; i < alike.size(); ++i)
        line("✗ the same: " + alike[i]->row->shows, 7, alike[i]->kind, alike[i]->points(),
             alike[i]->row->points, false);
    else if (alike.size() > 1)
      line(fmt::format("✗ the same in {} more test{}", alike.size() - 1, alike.size() > 2 ? "s" : ""), 7,
           worst({alike.begin() + 1, alike.end()}), sum(1).first, sum(1).second, false);
  }
}

// "Lab 01  enumeration   ✓✓✗··   60/100  exercise 3: NOT CLEAN"
void terminal_report::one_line(const lab_entry& lab,
                               const std::vector<std::vector<const test_result*>>& exercises) {
  constexpr std::size_t kName = 24, kMarks = 10;
  int points = 0, possible = 0, number = 0;
  std::string marks, first;
  for (const auto& tests : exercises) {
    ++number;
    for (const test_result* test : tests) {
      points += test->points();
      possible += test->possible();
    }
    if (tests.empty()) continue;
    const verdict kind = worst(tests);
    const bool good = kind == verdict::good || kind == verdict::not_graded;
    marks += out_.paint(colour_of(kind), good ? "✓" : kind == verdict::not_yet ? "·" : "✗");
    if (!good && kind != verdict::not_yet && first.empty())
      first = fmt::format("exercise {}: {}", number, name_of(kind));
  }
  const std::size_t blank = kMarks - std::min(kMarks, exercises.size());
  put(fmt::format("Lab {}  {}{}{} {}  {}\n", lab.number, pad_right(shorten(lab.stem, kName), kName + 1),
                  marks, std::string(blank, ' '),
                  pad_left(fmt::format("{}/{}", points, possible), kPointsWidth),
                  out_.paint(colour::dim, first)));
  std::fflush(stdout);
}

}  // namespace verifier
