// SPDX-License-Identifier: Apache-2.0
// The output of a grader run: the terminal's report, results.json, and the texts that both use.
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
  int not_graded = 0;  // points of tests that could not run here; not part of `possible`
  int faults = 0;      // points of tests that failed because of the grader or the machine
  int bonus = 0,
      bonus_possible = 0;  // points of bonus labs, if other labs were also graded; not part of `points`
};
std::string remarks_on(const score& sum);  // the text after "Score: 60/100"; usually ""
score score_of(const std::vector<test_result>& results);

// Returns the verdict that represents several tests.
verdict worst(const std::vector<const test_result*>& results);
// Returns the message that all tests of a lab share, or all tests that need its file; "" if there is none.
std::string story_of(const std::vector<const test_result*>& all);

// Returns the results of one lab by exercise (index 0 is exercise 1; empty if none of its tests ran).
std::vector<std::vector<const test_result*>> by_exercise(const std::vector<test_result>& results,
                                                         const lab_entry& lab);

// The message for session::language_unchecked.
constexpr const char* kLanguageUnchecked =
    "Not fully checked: code that nvcc would refuse, such as a host function called in a kernel. Without "
    "clang++, only the simplest cases are found. `make setup grade` installs it.";

bool is_failure(const test_result& result);  // the student has tried the exercise, and it is not right

// The failed test of a lab to look at first. In the first exercise with failures, it is the first test whose
// bug is known, or otherwise the first test that failed on its own. Null if no test has failed.
const test_result* first_failure(const std::vector<test_result>& results, const lab_entry& lab);

// What the student should do next.
struct next_step {
  std::string text;                      // one or two sentences; "" for solutions, and if there is nothing
                                         // left to do
  const test_result* first = nullptr;    // the first test that is not good
  const test_result* failure = nullptr;  // first_failure of the first lab that has one
  bool fresh = true;                     // all code is still that of the stubs
};
next_step what_next(const session& grading, bool overview);

// Returns the line "Lab 08 is next: …", if all results are from one lab of a student and there is a later
// lab.
std::string text_of_next_lab(const session& grading);

// Returns the costs that a test has checked, without those that have neither a budget nor a count. After work
// and span comes a lower bound on the steps that the simulated device needs for them, by Brent's theorem.
std::vector<budget_use> costs_to_show(const test_result& result);
std::string budget_of(const budget_use& b);  // "–" if there is none

// "Cost, yours / reference / budget: kernel launches 3 / 3 / 5, …"; "" if nothing was counted.
std::string costs_of(const std::vector<const test_result*>& tests);

// An identifier of a bug that is the same for all tests that fail because of it. It consists of
// the kind and the lines of the checkers' first finding. Without a finding, it is the test's explanation.
std::string bug_of(const test_result& result);

// Three parts of a sentence: the report on the earlier test `before` also applies to `result`, of the same
// lab. `place` names `before`.
struct back_reference {
  std::string lead, place, rest;
};
back_reference as_before(const test_result& result, const test_result& before);

// Returns the message of a failed test, without guesses. The checkers' findings come first, then the
// condition that separates the failed runs.
std::string told_of(const test_result& result);

// Returns the message, the request, the output and the command that repeats the test, as plain text; "" for a
// good test.
std::string plain_text(const test_result& result);

// Prints one section per lab as soon as its tests are done, and then the score.
class terminal_report {
 public:
  explicit terminal_report(terminal out) : out_(out) {}
  // Shows only the exercises that are not fully right.
  void focus(bool only_failures) { only_failures_ = only_failures; }
  // Shows each lab in one line.
  void overview(bool lines) { overview_ = lines; }
  // Shows all details of each test. Otherwise a lab's report has one failure in full and one or two lines for
  // each of the others.
  void verbose(bool all) { verbose_ = all; }
  // Sets the path of the file with all details and pictures, for the last line of the report.
  void pictures_in(const std::filesystem::path& page) { page_ = page; }
  // Called before the first test. Prints what the sandbox lacks, and the longest that grading can take.
  void begin(const session& grading);
  void progress(const lab_entry& lab, const rubric_row& row, std::size_t at, std::size_t of);
  // Called for a lab in focus() when a test has ended, or when it has failed and the checkers are still
  // looking for the cause.
  void heard(const rubric& points, const rubric_row& row, verdict kind, bool ended);
  void lab_section(const session& grading, const lab_entry& lab);
  void closing(const session& grading, bool partial);

 private:
  void put(const std::string& text) const;
  void say(const std::string& text, std::size_t indent = 0) const;  // prints a paragraph; nothing for ""
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
  bool shortened_ = false;                // some text was not shown
  const test_result* leading_ = nullptr;  // first_failure of this lab, which is shown in full
  std::map<int, std::size_t> right_;      // by exercise: the number of tests reported as good so far
  bool progress_shown_ = false;
  bool heading_done_ = false, banner_done_ = false;
  std::map<std::string, const test_result*>
      told_;  // this lab's bugs and messages, and the tests that reported them first
};

// Returns the table of source 002: version, phase, milliseconds, share, keys per second. Empty if there are
// no groups.
std::string phase_table(const std::vector<phase_group>& groups, bool simulated, std::size_t width = 100);

// The line and text of the file's first LAB_TODO for exercise `number` ("03.4"), or else of its first
// LAB_TODO.
struct todo_place {
  int line = 0;
  std::string text;
};
std::optional<todo_place> first_todo(const std::filesystem::path& file, const std::string& number);

// Writes one file NN_name per lab into the folder, with one line "EXERCISE POINTS POSSIBLE" per exercise, for
// `make next`.
void write_marks(const session& grading, const std::filesystem::path& folder);

// Writes Gradescope's format.
void write_results(const session& grading, double seconds, const std::filesystem::path& file);

}  // namespace verifier
