// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "../sandbox/sandbox.h"
#include "par.h"
#include "plain_file.h"
#include "report.h"

namespace verifier {
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

// Prints the GPU's properties before the first times that depend on them.
void terminal_report::banner(const session& grading) {
  if (banner_done_ || grading.banner.empty()) return;
  banner_done_ = true;
  std::string facts, fact;
  for (std::istringstream lines(grading.banner); std::getline(lines, fact);)
    if (fact.rfind("*****", 0) != 0) facts += (facts.empty() ? "" : " · ") + printable(fact);
  put("\n" + out_.paint(colour::dim, wrap(facts, out_.width, 2)) + "\n");
}

// Remarks are long. If they have not changed since the previous run, only their file is named.
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
    say(fmt::format("This lab's remarks have not changed since the previous run. They are in {}.",
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
  leading_ = first_failure(grading.results, lab);
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
  if (!verbose_ && leading_ != nullptr) {
    shortened_ = true;
    return;
  }
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

// With several labs, shows only the names of the tables' files.
void terminal_report::show_timings(const session& grading, const lab_entry& lab,
                                   const std::vector<shown_timings>& tables) {
  std::string files, own;
  for (const shown_timings& shown : tables) {
    if (grading.labs.size() == 1) put("\n" + timings_text(shown, out_.width));
    files += fmt::format("{}{}.csv and .svg", files.empty() ? "" : ", ", shown.form.file);
    if (!shown.own.simulated()) own += fmt::format("{}{}.csv", own.empty() ? "" : " and ", shown.form.file);
  }
  std::string text = fmt::format("These tables, with charts of the recorded times, are in {}: {}.",
                                 std::filesystem::proximate(grading.config.reports).string(), files);
  if (!own.empty() && grading.config.audience == "labs")
    text += fmt::format(
        " To answer the questions in explain.csv about these rows, copy {} to "
        "labs/{}.",
        own, lab.folder);
  put("\n" + wrap(text, out_.width, 2) + "\n");
}

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
  const next_step next = what_next(grading, overview_);
  put("\n");
  if (next.fresh && next.first != nullptr)
    put(fmt::format("{} of {} points — not implemented yet\n", sum.points, sum.possible));
  say(next.text);
  if (shortened_)
    say(fmt::format("V=1 shows all of it; {} has pictures as well.",
                    std::filesystem::proximate(page_).string()));
  if (only_failures_) return;
  if (overview_ && next.failure != nullptr && !next.fresh)
    say(fmt::format("`make grade LAB={0}` shows the failures in lab {0}.", next.failure->lab->number));
  if (partial) say("Only the tests that TEST or EXERCISE selects were run.");
  say(next_lab);
  const std::string mark = fmt::format("Score: {}/{}", sum.points, sum.possible);
  put(out_.paint(full ? colour::green : colour::bold, mark) +
      wrap(mark + remarks_on(sum), out_.width, 0).substr(mark.size()) + "\n");
  std::fflush(stdout);
}

}  // namespace verifier
