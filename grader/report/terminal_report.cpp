// SPDX-License-Identifier: Apache-2.0
// The report on the terminal.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "../sandbox/sandbox.h"
#include "par.h"
#include "plain_file.h"
#include "report.h"

namespace verifier {
namespace {

constexpr std::size_t kVerdictWidth = 14, kPointsWidth = 9;
constexpr std::size_t kIndent = 9, kLabel = 10;  // of a test's explanation
constexpr std::size_t kLeastRoom = 16;           // for a title that has its verdict next to it

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

// One text for all tests: they are not explained one by one.
bool same_story(const std::vector<const test_result*>& tests) {
  return std::all_of(tests.begin(), tests.end(), [&](const test_result* t) {
    return t->kind == tests[0]->kind && t->text == tests[0]->text;
  });
}

std::string capitalised(std::string text) {
  const std::string first = text.substr(0, text.find(' '));
  if (first.find_first_of("./`[_(") != std::string::npos) return text;  // the name of a file or a variable
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// Puts a bar before each line and breaks long ones; only the first lines are shown.
std::string quoted(const std::string& printed, std::size_t width) {
  constexpr int kLines = 16;
  constexpr std::size_t kPieces = 4;  // of one printed line
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

}  // namespace

void terminal_report::put(const std::string& text) const {
  const std::string shown = out_.unicode ? text : without_symbols(text);
  std::fwrite(shown.data(), 1, shown.size(), stdout);
}

void terminal_report::say(const std::string& text, std::size_t indent) const {
  if (!text.empty()) put(wrap(text, out_.width, indent) + "\n");
}

void terminal_report::clear_progress() {
  if (progress_shown_) put("\r\x1b[2K");
  progress_shown_ = false;
}

void terminal_report::begin(const session& grading) {
  if (only_failures_) return;
  const auto labs = static_cast<double>(grading.labs.size());
  put("\n" +
      out_.paint(colour::dim, fmt::format("sandbox: {} · at most {} min", grading.sandbox,
                                          grading.config.lab_minutes * labs)) +
      "\n");
  const std::string lacks = sandbox::shortcomings();
  if (!lacks.empty()) put(out_.paint(colour::dim, wrap(lacks, out_.width, 0)) + "\n");
  if (grading.language_unchecked)
    put(out_.paint(colour::dim, wrap(kLanguageUnchecked, out_.width, 0)) + "\n");
  std::fflush(stdout);
}

void terminal_report::heading(const session& grading) {
  if (heading_done_) return;
  heading_done_ = true;
  std::string device = grading.device;
  if (device.empty()) device = grading.config.backend == "sim" ? "simulated device" : "GPU";
  put(out_.paint(colour::dim, fmt::format("{} · seed {}", device, grading.config.seed)) + "\n");
}

// The GPU's facts appear once, before the first times that depend on them.
void terminal_report::banner(const session& grading) {
  if (banner_done_ || grading.banner.empty()) return;
  banner_done_ = true;
  std::string facts, fact;
  for (std::istringstream lines(grading.banner); std::getline(lines, fact);)
    if (fact.rfind("*****", 0) != 0) facts += (facts.empty() ? "" : " · ") + printable(fact);
  put("\n" + out_.paint(colour::dim, wrap(facts, out_.width, 2)) + "\n");
}

void terminal_report::line(const std::string& left, std::size_t indent, verdict kind, int points,
                           int possible, bool strong) {
  const std::string mark = left.substr(0, left.find_first_not_of(' ', left.find(' ')));  // "✗ ", "3  "
  const std::size_t begin = indent + columns(mark);
  const std::size_t end = out_.width - kVerdictWidth - kPointsWidth;
  const bool beside = end > begin + kLeastRoom;  // otherwise the verdict comes below the title
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
  say(told ? back.lead + back.place + back.rest : capitalised(told_of(result)), kIndent);
  if (!told && !result.guess.empty()) field("A guess", result.guess);
  if (result.kind != verdict::not_yet && !told && !result.withheld) {
    if (!result.ran.empty() && result.kind != verdict::no_build) field("Ran", result.ran);
    if (!result.printed.empty()) field("Printed", quoted(result.printed, out_.width - kIndent - kLabel - 2));
    if (!result.smallest.empty()) field("Smaller", "This fails as well: " + result.smallest);
    // A command has to be one line so that it can be copied; if it is too long, the terminal breaks it.
    const bool fits = kIndent + kLabel + columns(result.repeat) <= out_.width;
    const std::string repeat = std::string(kIndent, ' ') + (fits ? pad_right("Repeat", kLabel) : "Repeat\n");
    put(out_.paint(colour::dim, repeat) + out_.paint(colour::cyan, result.repeat) + "\n");
  }
}

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
    if (const std::string costs = costs_of(tests); !costs.empty())
      put(out_.paint(colour::dim, wrap(costs, out_.width, 5)) + "\n");
    return;
  }
  if (std::all_of(tests.begin(), tests.end(),
                  [](const test_result* t) { return t->kind == verdict::not_yet; })) {
    std::vector<std::string> told;
    for (const test_result* test : tests) {
      if (std::find(told.begin(), told.end(), test->text) != told.end()) continue;
      told.push_back(test->text);
      put(out_.paint(colour::dim, wrap(test->text, out_.width, 5)) + "\n");
    }
    return;
  }
  if (kind == verdict::no_build && same_story(tests)) {
    say(tests[0]->text, 5);
    return;
  }
  std::vector<const test_result*> in_order = tests;  // proofs come first
  std::stable_partition(in_order.begin(), in_order.end(), [](const auto* t) { return !t->cause.empty(); });
  std::stable_partition(in_order.begin(), in_order.end(), [](const auto* t) { return !t->withheld; });
  for (const test_result* test : in_order) {
    const bool good = test->kind == verdict::good;
    const char* mark = good ? "✓ " : "✗ ";
    if (test->kind == verdict::not_graded) continue;
    line(mark + test->row->shows, 7, test->kind, test->points(), test->row->points, false);
    if (!good && !is_explained(test)) failure(*test);
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

// A lab's demonstration is long, and the same in every run: shown in full when it is new, then only its
// place.
void terminal_report::remarks(const session& grading, const lab_entry& lab) {
  constexpr std::size_t kShort = 600, kLongest = 1 << 20;
  const auto found = grading.remarks.find(lab.folder);
  if (found == grading.remarks.end()) return;
  std::string all, before;
  for (const std::string& remark : found->second) all += remark + "\n\n";
  const std::filesystem::path file = grading.config.reports / fmt::format("remarks_{}.txt", lab.number);
  (void)read_plain_file(file, kLongest, before);
  if (all.size() > kShort && before == all) {
    put("\n");
    say(fmt::format("What this lab shows is unchanged since the run before, and is in {}.",
                    std::filesystem::proximate(file).string()),
        2);
    return;
  }
  for (const std::string& remark : found->second) put("\n" + wrap(remark, out_.width, 2) + "\n");
  if (all.size() > kShort) write_file(file, all);
}

void terminal_report::lab_section(const session& grading, const lab_entry& lab) {
  clear_progress();
  heading(grading);
  told_.clear();
  const auto exercises = by_exercise(grading.results, lab);
  std::vector<const test_result*> all;
  for (const auto& tests : exercises) all.insert(all.end(), tests.begin(), tests.end());
  if (all.empty()) return;
  int points = 0, possible = 0, lab_total = 0;
  for (const test_result* test : all) {
    lab_total += test->row->points;
    points += test->points();
    possible += test->possible();
  }
  if (overview_) {
    one_line(lab, exercises);
    if (const auto changed = grading.outside_marks.find(lab.folder); changed != grading.outside_marks.end())
      say(changed->second, 2);
    return;
  }
  const std::string name = fmt::format("Lab {}  {}  ", lab.number, lab.stem);
  const std::string sum = fmt::format("  {}/{}", points, possible);
  std::string rule;
  for (std::size_t i = columns(name) + columns(sum); i < out_.width; ++i) rule += "─";
  put("\n" + out_.paint(colour::bold, name) + out_.paint(colour::dim, rule) + out_.paint(colour::bold, sum) +
      "\n\n");

  const std::string explained = story_of(all);
  if (!explained.empty()) put(wrap(explained, out_.width, 2) + "\n\n");
  for (std::size_t i = 0; i < exercises.size(); ++i)
    if (!exercises[i].empty()) exercise(lab, static_cast<int>(i) + 1, exercises[i], explained);
  for (const test_result* test : all)
    if (test->kind == verdict::not_graded) {
      put("\n");
      say(fmt::format("{} points of this lab are not graded here. {}", lab_total - possible, test->text), 2);
      break;
    }
  if (only_failures_) return;
  remarks(grading, lab);
  const auto tables = grading.tables.find(lab.folder);
  if (tables != grading.tables.end()) show_timings(grading, lab, tables->second);
  const auto groups = grading.phases.find(lab.folder);
  if (groups != grading.phases.end()) {
    banner(grading);
    put("\n" + phase_table(groups->second, grading.config.backend == "sim", out_.width));
    if (const std::string par = par_of(grading, lab, out_.width); !par.empty()) put("\n" + par);
  }
  std::fflush(stdout);
}

// In full for one lab alone; for several labs only the files' names.
void terminal_report::show_timings(const session& grading, const lab_entry& lab,
                                   const std::vector<shown_timings>& tables) {
  std::string files, own;
  for (const shown_timings& shown : tables) {
    if (grading.labs.size() == 1) put("\n" + timings_text(shown, out_.width));
    files += fmt::format("{}{}.csv and .svg", files.empty() ? "" : ", ", shown.form.file);
    if (!shown.own.simulated()) own += fmt::format("{}{}.csv", own.empty() ? "" : " and ", shown.form.file);
  }
  std::string text = fmt::format("These tables next to the recorded ones are in {}: {}.",
                                 std::filesystem::proximate(grading.config.reports).string(), files);
  if (!own.empty() && grading.config.audience == "labs")
    text += fmt::format(" To explain these rows in explain.csv, copy {} to labs/{}.", own, lab.folder);
  put("\n" + wrap(text, out_.width, 2) + "\n");
}

namespace {

// In the exercise of `first`, the first bug that is known; otherwise the first test that failed by itself.
std::string look_next(const std::vector<test_result>& results, const test_result& first) {
  const std::string exercise =
      fmt::format("Look next at lab {}, exercise {}: ", first.lab->number, first.row->exercise);
  for (const test_result& result : results)
    if (result.lab == first.lab && result.row->exercise == first.row->exercise && !result.cause.empty())
      return exercise + "the " + result.cause + ".";
  const auto by_itself = std::find_if(results.begin(), results.end(), [&](const test_result& result) {
    return result.lab == first.lab && result.row->exercise == first.row->exercise && !result.withheld &&
           result.kind != verdict::good && result.kind != verdict::not_graded;
  });
  const test_result& told = by_itself == results.end() ? first : *by_itself;
  return exercise + fmt::format("{} ({}).", told.row->shows, name_of(told.kind));
}

}  // namespace

void terminal_report::closing(const session& grading, bool partial) {
  clear_progress();
  const score sum = score_of(grading.results);
  const bool full = sum.points == sum.possible;
  const std::string next_lab = full && !partial ? text_of_next_lab(grading) : "";
  if (only_failures_ && full) {
    put(out_.paint(colour::green, fmt::format("All right: {} of {} points.", sum.points, sum.possible)) +
        "\n");
    say(next_lab);
    return;
  }
  const test_result* first = nullptr;  // what to read next
  const test_result* found = nullptr;  // the first of them that is more than a stub
  bool fresh = true;                   // nothing but stubs
  for (const test_result& result : grading.results) {
    if (result.kind == verdict::not_graded) continue;
    const bool right = result.kind == verdict::good, tried = result.kind != verdict::not_yet;
    if (!right && first == nullptr) first = &result;
    if (!right && tried && found == nullptr) found = &result;
    if (tried && !result.lab->points.bug_hunt) fresh = false;
  }
  put("\n");
  if (fresh && first != nullptr)
    put(fmt::format("{} of {} points — not implemented yet\n", sum.points, sum.possible));
  if (first != nullptr && grading.config.audience == "labs") {
    const std::string file = fmt::format("{}/{}.cu", first->lab->folder, first->lab->stem);
    const auto todo = first_todo(grading.config.labs / file, first->text.substr(0, first->text.find(':')));
    const bool in_code = first->text.rfind(first->lab->number + ".", 0) == 0;  // LAB_TODO("03.4: …")
    std::string next;
    if (first->kind == verdict::not_yet && in_code && todo)
      next = fmt::format(
          "Open labs/{}:{} {}: LAB_TODO(\"{}\"). The statement is labs/{}/README.md; then run "
          "`make grade LAB={}`.",
          file, todo->line, fresh ? "first" : "next", todo->text, first->lab->folder, first->lab->number);
    else if (first->kind == verdict::not_yet)
      next = first->text + fmt::format(" The statement is labs/{}/README.md.", first->lab->folder);
    else if (first->kind == verdict::no_build)
      next = text_of_no_build(*first, file, overview_);
    else if (first->kind != verdict::not_your_code)
      next = look_next(grading.results, *first);
    say(next);
  }
  if (only_failures_) return;
  if (overview_ && found != nullptr && !fresh)
    say(fmt::format("`make grade LAB={0}` shows what was found in lab {0}.", found->lab->number));
  if (partial) say("Only the tests that TEST or EXERCISE names were run.");
  say(next_lab);
  const std::string mark = fmt::format("Score: {}/{}", sum.points, sum.possible);
  put(out_.paint(full ? colour::green : colour::bold, mark) +
      wrap(mark + remarks_on(sum), out_.width, 0).substr(mark.size()) + "\n");
  std::fflush(stdout);
}

}  // namespace verifier
