// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>

#include "plain_file.h"
#include "report.h"

namespace verifier {
namespace {

// For NO BUILD: says what does not compile, and where the reason is. `file` is relative to labs/.
std::string text_of_no_build(const test_result& result, const std::string& file, bool overview) {
  const bool left_out = result.text.rfind(kLeftOut, 0) == 0;
  const std::string what =
      (left_out ? fmt::format("Exercise {} of ", result.row->exercise) : "") + "labs/" + file;
  if (overview) return what + " does not compile.";
  if (result.text.find("error") != std::string::npos)
    return what + " does not compile: begin with the first error above.";
  if (left_out) return what + " does not compile, for the reason above.";
  // The file can be empty or missing, and the reason far above.
  return fmt::format("{} could not be compiled: the reason is at the top, below \"Lab {}\".", what,
                     result.lab->number);
}

std::string look_next(const test_result& failure) {
  return fmt::format("Look next at lab {}, exercise {}: {}.", failure.lab->number, failure.row->exercise,
                     failure.cause.empty() || !failure.matches.empty()
                         ? fmt::format("{} ({})", failure.row->shows, name_of(failure.kind))
                         : "the " + failure.cause);
}

// Empty if the file cannot be read.
std::istringstream source_of(const std::filesystem::path& file) {
  constexpr std::size_t kLongestSource = 1 << 20;
  std::string text;
  (void)read_plain_file(file, kLongestSource, text);
  return std::istringstream(text);
}

// Returns the exercise in whose region the finding's first line is; 0 if it is in none.
int exercise_of_line(const test_result& result) {
  if (result.findings.empty() || result.findings.front().accesses.empty()) return 0;
  const finding_access& at = result.findings.front().accesses.front();
  const session& grading = current_session();
  if (at.file.rfind(grading.config.audience + "/", 0) != 0) return 0;
  std::istringstream source =
      source_of(grading.config.labs / at.file.substr(grading.config.audience.size() + 1));
  std::string line;
  int exercise = 0;
  for (int number = 1; number <= at.line && std::getline(source, line); ++number)
    if (const std::size_t begin = line.find("BEGIN YOUR CODE (exercise "); begin != std::string::npos)
      exercise = std::atoi(line.c_str() + line.find_first_of("0123456789", begin));
  return exercise;
}

}  // namespace

bool is_failure(const test_result& result) {
  return result.kind != verdict::good && result.kind != verdict::not_graded &&
         result.kind != verdict::not_yet;
}

namespace {

const test_result* first_failure_of(const std::vector<const test_result*>& tests) {
  const test_result *first = nullptr, *by_itself = nullptr, *matched = nullptr;
  for (const test_result* test : tests) {
    if (!is_failure(*test)) continue;
    if (test->explained && (first == nullptr || test->cause != first->cause))
      return test;  // a race in one statement can follow from a wrong result
    if (first == nullptr) first = test;
    if (by_itself == nullptr && !test->withheld) by_itself = test;
    if (matched == nullptr && !test->withheld && !test->matches.empty()) matched = test;
  }
  if (matched != nullptr && first->kind == verdict::wrong && first->cause.empty()) return matched;
  return by_itself != nullptr ? by_itself : first;
}

}  // namespace

const test_result* first_failure(const std::vector<test_result>& results, const lab_entry& lab) {
  const auto exercises = by_exercise(results, lab);  // in the rubric's order
  for (const auto& tests : exercises) {
    const test_result* const first = first_failure_of(tests);
    if (first == nullptr) continue;
    const int calls = exercise_of_line(*first);  // an exercise that calls a later one's function
    for (const auto& others : exercises)
      if (!others.empty() && others.front()->row->exercise == calls && calls > first->row->exercise)
        if (const test_result* const cause = first_failure_of(others)) return cause;
    return first;
  }
  return nullptr;
}

std::optional<todo_place> first_todo(const std::filesystem::path& file, const std::string& number) {
  std::istringstream source = source_of(file);
  std::string line;
  std::optional<todo_place> any;
  for (int at = 1; std::getline(source, line); ++at) {
    const std::size_t call = line.find("LAB_TODO(");
    const std::size_t comment = line.find("//");
    if (call == std::string::npos || (comment != std::string::npos && comment < call)) continue;
    const std::size_t open = line.find('"', call), close = line.find('"', open + 1);
    const bool readable = open != std::string::npos && close != std::string::npos;
    const todo_place place{at, readable ? line.substr(open + 1, close - open - 1) : ""};
    if (place.text.rfind(number + ":", 0) == 0) return place;
    if (!any) any = place;
  }
  return any;
}

next_step what_next(const session& grading, bool overview) {
  next_step next;
  for (const test_result& result : grading.results) {
    if (result.kind != verdict::good && result.kind != verdict::not_graded && next.first == nullptr)
      next.first = &result;
    if (is_failure(result) && next.failure == nullptr)
      next.failure = first_failure(grading.results, *result.lab);
    if (result.kind != verdict::not_graded && result.kind != verdict::not_yet && !result.lab->points.bug_hunt)
      next.fresh = false;
  }
  if (next.first == nullptr || grading.config.audience != "labs") return next;
  const test_result& first = *next.first;
  const std::string file = fmt::format("{}/{}.cu", first.lab->folder, first.lab->stem);
  const auto todo = first_todo(grading.config.labs / file, first.text.substr(0, first.text.find(':')));
  const bool in_code = first.text.rfind(first.lab->number + ".", 0) == 0;  // LAB_TODO("03.4: …")
  if (first.kind == verdict::not_yet && in_code && todo)
    next.text = fmt::format(
        "Open labs/{}:{} {}: LAB_TODO(\"{}\"). The statement is in labs/{}/README.md. Then run `make grade LAB={}`.",
        file, todo->line, next.fresh ? "first" : "next", todo->text, first.lab->folder, first.lab->number);
  else if (first.kind == verdict::not_yet)
    next.text = first.text + fmt::format(" The statement is in labs/{}/README.md.", first.lab->folder);
  else if (first.kind == verdict::no_build)
    next.text = text_of_no_build(first, file, overview);
  else if (first.kind != verdict::not_your_code)
    next.text = look_next(*first_failure(grading.results, *first.lab));
  return next;
}

std::string text_of_next_lab(const session& grading) {
  if (grading.config.audience != "labs" || grading.results.empty()) return "";
  const lab_entry* lab = grading.results.front().lab;
  std::string next;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(grading.config.labs, none)) {
    const std::string name = entry.path().filename().string();
    const bool is_lab = name.size() > 3 && std::isdigit(static_cast<unsigned char>(name[0])) != 0 &&
                        std::isdigit(static_cast<unsigned char>(name[1])) != 0 && name[2] == '_';
    if (is_lab && name > lab->folder && (next.empty() || name < next)) next = name;
  }
  const bool one_lab = std::all_of(grading.results.begin(), grading.results.end(),
                                   [&](const test_result& result) { return result.lab == lab; });
  if (next.empty() || !one_lab) return "";
  return fmt::format(
      "Lab {0} is next: read labs/{1}/README.md. `make next LAB={0}` shows its first "
      "exercise.",
      next.substr(0, 2), next);
}

}  // namespace verifier
