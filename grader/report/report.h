// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "session.h"
#include "text_layout.h"

namespace verifier {

struct score {
  int points = 0, possible = 0;
  int not_graded = 0;  // points that could not be tested here; not in `possible`
  int faults = 0;      // points lost to a fault of the grader or the machine
  int bonus = 0,
      bonus_possible = 0;  // of bonus labs, if other labs were graded too; not in `points`
};
std::string remarks_on(const score& sum);  // the text after "Score: 60/100"; usually ""
score score_of(const std::vector<test_result>& results);

// Returns the verdict that represents several tests.
verdict worst(const std::vector<const test_result*>& results);
// Returns the message that all tests of a lab, or all that need its file, share; otherwise "".
std::string story_of(const std::vector<const test_result*>& all);

// Index 0 is exercise 1; an entry is empty if none of its tests ran.
std::vector<std::vector<const test_result*>> by_exercise(const std::vector<test_result>& results,
                                                         const lab_entry& lab);

// For session::language_unchecked.
constexpr const char* kLanguageUnchecked =
    "Not fully checked: code that nvcc would refuse, such as a host function called in a kernel. Without "
    "clang++, only the simplest cases are found. `make setup grade` installs it.";

bool is_failure(const test_result& result);  // the student has tried the exercise, and it is not right

// Returns the failed test to look at first: in the first exercise with failures, one whose bug is known, or
// else one that failed on its own. Null if no test has failed.
const test_result* first_failure(const std::vector<test_result>& results, const lab_entry& lab);

struct next_step {
  std::string text;                      // one or two sentences, or ""
  const test_result* first = nullptr;    // the first test that is not good
  const test_result* failure = nullptr;  // first_failure of the first lab that has one
  bool fresh = true;                     // all code is still that of the stubs
};
next_step what_next(const session& grading, bool overview);

// Returns the line "Lab 08 is next: …" if all results are from one lab and there is a later lab.
std::string text_of_next_lab(const session& grading);

// Leaves out costs with neither a budget nor a count. After work and span comes a lower bound on the
// simulated device's steps, by Brent's theorem.
std::vector<budget_use> costs_to_show(const test_result& result);
std::string budget_of(const budget_use& b);  // "–" if there is none

// Returns "Cost, yours / reference / budget: kernel launches 3 / 3 / 5, …", or "" if nothing was counted.
std::string costs_of(const std::vector<const test_result*>& tests);

// Returns the same text for all tests that fail because of one bug.
std::string bug_of(const test_result& result);

// Three parts of a sentence: the report on an earlier test, which `place` names, also applies to this one.
struct back_reference {
  std::string lead, place, rest;
};
back_reference as_before(const test_result& result, const test_result& before);

// Returns the message of a failed test, without guesses: first the checkers' findings, then the condition
// that separates the failed runs.
std::string told_of(const test_result& result);

// Returns the message, the request, the output and the command to repeat, or "" for a good test.
std::string plain_text(const test_result& result);

// Prints each lab's section as soon as its tests are done, and then the score.
class terminal_report {
 public:
  explicit terminal_report(terminal out) : out_(out) {}
  // Shows only the exercises that are not fully right.
  void focus(bool only_failures) { only_failures_ = only_failures; }
  void overview(bool lines) { overview_ = lines; }
  // Shows all details. Otherwise a lab has one failure in full, and a line or two for each other.
  void verbose(bool all) { verbose_ = all; }
  // The page with all details, for the report's last line.
  void pictures_in(const std::filesystem::path& page) { page_ = page; }
  // Call before the first test. Prints what the sandbox lacks, and the longest that grading can take.
  void begin(const session& grading);
  void progress(const lab_entry& lab, const rubric_row& row, std::size_t at, std::size_t of);
  // For a lab in focus(): a test has ended, or has failed and the checkers still look for the cause.
  void heard(const rubric& points, const rubric_row& row, verdict kind, bool ended);
  void lab_section(const session& grading, const lab_entry& lab);
  void closing(const session& grading, bool partial);

 private:
  void put(const std::string& text) const;
  void say(const std::string& text, std::size_t indent = 0) const;  // a paragraph; nothing for ""
  void clear_progress();
  void heading(const session& grading);
  void banner(const session& grading);
  void exercise(const lab_entry& lab, int number, const std::vector<const test_result*>& tests,
                const std::string& explained);  // `explained` is shown at the head of the lab
  void failure(const test_result& result);
  void brief_failure(const test_result& result, bool first);
  void failure_text(const std::string& text);
  void field(const char* label, const std::string& text);
  void one_line(const lab_entry& lab, const std::vector<std::vector<const test_result*>>& exercises);
  void remarks(const session& grading, const lab_entry& lab);
  void show_timings(const session& grading, const lab_entry& lab, const std::vector<shown_timings>& tables);
  void line(const std::string& left, std::size_t indent, verdict kind, int points, int possible, bool strong);

  terminal out_;
  bool only_failures_ = false, overview_ = false, verbose_ = false;
  std::filesystem::path page_;
  bool shortened_ = false;
  const test_result* leading_ = nullptr;  // first_failure of this lab, shown in full
  std::map<int, std::size_t> right_;      // number of good tests, by exercise
  bool progress_shown_ = false;
  bool heading_done_ = false, banner_done_ = false;
  std::map<std::string, const test_result*>
      told_;  // the tests that reported this lab's bugs and messages first
};

// Source 002's table: version, phase, milliseconds, share, keys per second. Empty without groups.
std::string phase_table(const std::vector<phase_group>& groups, bool simulated, std::size_t width = 100);

// The file's first LAB_TODO for exercise `number` ("03.4"), or else its first LAB_TODO.
struct todo_place {
  int line = 0;
  std::string text;
};
std::optional<todo_place> first_todo(const std::filesystem::path& file, const std::string& number);

// Writes files NN_name with lines "EXERCISE POINTS POSSIBLE", for `make next`.
void write_marks(const session& grading, const std::filesystem::path& folder);

// Writes Gradescope's format.
void write_results(const session& grading, double seconds, const std::filesystem::path& file);

}  // namespace verifier
