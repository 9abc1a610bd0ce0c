// SPDX-License-Identifier: Apache-2.0
// Runs a test's body and records its verdict, for the grader's report and for GoogleTest's XML.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "lab_test.h"
#include "proof.h"
#include "session.h"
#include "workers.h"

namespace verifier {
namespace {

// Returns the bodies of all GRADED_TESTs, by name ("Lab01.Claim").
std::map<std::string, void (*)()>& bodies() {
  static std::map<std::string, void (*)()> all;
  return all;
}

// Returns whether the test's first request is right without the checkers. If they have found a race, the
// wrong result can be due to their order of threads alone. Code that is right only while it is not observed
// gains nothing, because its first request is wrong without the checkers as well.
bool right_plainly(void (*body)()) {
  test_state& test = current_session().test();
  const test_state kept = std::exchange(test, current_session().fresh_state());
  test.plainly = true;
  bool right = false;
  try {
    body();
    tell_found();
    right = !a_trial_failed();
  } catch (const judgement& ended) {
    right = ended.kind == verdict::not_your_code;  // the test reached the part that needs the checkers
  } catch (const trials_over&) {
    right = !a_trial_failed();
  }
  test = kept;
  return right;
}

judgement judge(void (*body)()) {
  judgement ended{verdict::good, ""};
  try {
    body();
    tell_found();
    if (!a_trial_failed()) look_again();
  } catch (const judgement& result) {
    ended = found_first(result);
  } catch (const trials_over&) {
  } catch (const std::exception& error) {
    ended = {verdict::not_your_code, std::string("The test itself failed: ") + error.what()};
  }
  ended = failure_to_report(ended);
  if (const std::string right = right_alone(); ended.kind == verdict::good && !right.empty())
    ended = {verdict::not_graded, right};
  prove(ended);
  test_state& test = current_session().test();
  if (test.racing && !(test.asks_parallel ? test.seen_parallel : test.on_device) && !right_plainly(body))
    test.wrong_counted = true;
  return ended;
}

}  // namespace

bool register_graded(const char* suite, const char* claim, void (*body)()) {
  bodies()[std::string(suite) + "." + claim] = body;
  return true;
}

std::vector<chosen_test> tests_to_run(const std::vector<lab_entry>& labs,
                                      const std::set<std::string>& names) {
  std::vector<chosen_test> tests;
  for (const lab_entry& lab : labs)
    for (const rubric_row& row : lab.points.rows)
      if (const std::string name = lab.suite + "." + row.test; names.count(name) > 0)
        tests.push_back({&lab, &row, bodies().at(name)});
  return tests;
}

void run_here(const lab_entry& lab, const rubric_row& row, void (*body)()) {
  session& grading = current_session();
  grading.begin_test(lab, row);
  const stopwatch took;
  const judgement result = judge(body);
  grading.end_test(result, took.seconds());
}

void session::add_phases(const std::string& folder, phase_group group) {
  std::vector<phase_group>& groups = phases[folder];
  const auto behind =
      std::upper_bound(groups.begin(), groups.end(), group.place,
                       [](table_place place, const phase_group& g) { return place < g.place; });
  groups.insert(behind, std::move(group));
}

void show_phases(const std::string& version, std::size_t n, const std::vector<phase>& phases) {
  if (phases.empty())
    throw judgement{
        verdict::wrong,
        "The result is right, but no phase was timed, so the phase table has no row for it. The header names "
        "the phases; `const lab::timed_phase phase(timer, \"…\")` times a phase until the end of the "
        "enclosing braces."};
  current_session().add_phases({version, n, phases});
}

void show_remark(const std::string& text) {
  session& grading = current_session();
  std::vector<std::string>& remarks = grading.remarks[grading.lab().folder];
  const std::string shown = printable(text);
  if (std::find(remarks.begin(), remarks.end(), shown) == remarks.end()) remarks.push_back(shown);
}

}  // namespace verifier
