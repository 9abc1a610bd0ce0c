// SPDX-License-Identifier: Apache-2.0
// The judgements that need the results of all tests of a lab.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "proof.h"
#include "session.h"
#include "text_layout.h"
#include "workers.h"

namespace verifier {
namespace {

// Returns whether the bug in `proved` can be the cause of the exercise's other failure `wrong`, judging by
// the kernels that both ran. Rungs are separate functions, although one kernel runs several of them.
bool may_explain(const test_result& proved, const test_result& wrong) {
  const auto rung = [](const test_result& r) {
    const auto found = r.numbers.find("rung");
    return found == r.numbers.end() ? -1 : found->second;
  };
  if (rung(proved) != rung(wrong)) return false;
  if (proved.findings.empty() || proved.findings.front().kernel.empty() || wrong.kernels.empty()) return true;
  return std::count(wrong.kernels.begin(), wrong.kernels.end(), proved.findings.front().kernel) > 0;
}

// What a lab's results say about the work of its exercises' kernels.
struct observed {
  // By exercise: the test that saw the kernels' fault, the test that failed before it could see them, and the
  // first of these tests with findings.
  std::map<int, const test_result*> caught, unseen, found;
  std::set<int> seen;       // exercises whose kernels did the work
  std::set<int> mistaken;   // exercises that are also wrong in uncounted runs
  std::set<int> somewhere;  // exercises whose kernels did the work in any counted request, however small
  std::set<int> parallel;   // exercises with a test that asks for many threads; only it can see the work
  std::map<int, std::set<std::string>> written;  // functions from which good tests got answers

  observed(const std::vector<test_result>& results, const lab_entry& lab);
  // Whether no run has shown who does the exercise's work, and no LAB_TODO is the reason.
  bool is_unproven(int exercise) const;
  // Whether this can be an honest mistake, because the exercise is also wrong elsewhere.
  bool may_be_mistaken(int exercise) const;
};

observed::observed(const std::vector<test_result>& results, const lab_entry& lab) {
  for (const test_result& result : results)
    if (result.lab == &lab && result.asks_parallel) parallel.insert(result.row->exercise);
  for (const test_result& result : results) {
    if (result.lab != &lab) continue;
    const int exercise = result.row->exercise;
    if (result.not_on_device) caught.try_emplace(exercise, &result);
    if (result.unseen || result.wrong_counted) unseen.try_emplace(exercise, &result);
    if (!result.findings.empty() && (result.not_on_device || result.unseen))
      found.try_emplace(exercise, &result);
    const bool fails =
        result.kind == verdict::wrong || result.kind == verdict::crashed || result.kind == verdict::timed_out;
    if (fails && !result.unseen && !result.wrong_counted) mistaken.insert(exercise);
    if (result.on_device) somewhere.insert(exercise);
    if (parallel.count(exercise) != 0 ? result.seen_parallel : result.on_device) seen.insert(exercise);
    if (result.kind == verdict::good)
      written[exercise].insert(result.answered.begin(), result.answered.end());
  }
}

// Code that detects the counting could fail there on purpose and be right everywhere else. A failure is
// excused only if the checked run reached a LAB_TODO, and no good test got an answer from that function.
bool observed::is_unproven(int exercise) const {
  const auto missed = unseen.find(exercise);
  if (missed == unseen.end() || seen.count(exercise) != 0) return false;
  const auto known = written.find(exercise);
  return missed->second->kind != verdict::not_yet ||
         (known != written.end() && known->second.count(missed->second->unwritten) != 0);
}

bool observed::may_be_mistaken(int exercise) const {
  return mistaken.count(exercise) != 0 && (!unseen.at(exercise)->unseen || somewhere.count(exercise) != 0);
}

test_result run_again(const chosen_test& test) {
  session& grading = current_session();
  if (grading.helpers == nullptr) {
    run_here(*test.lab, *test.row, test.body);
  } else {  // a runner of this process would count the helpers as its own
    workers one(1, {test}, false);
    (void)one.book(*test.lab, *test.row);
    grading.share_clocks(nullptr);
  }
  test_result result = std::move(grading.results.back());
  grading.results.pop_back();
  return result;
}

}  // namespace

// Code that detects the counting can also be wrong elsewhere on purpose, in the cheapest test.
void look_at_unproven(const lab_entry& lab) {
  session& grading = current_session();
  if (grading.config.thorough) return;
  std::map<int, std::vector<std::size_t>> right;  // indices of results, by exercise
  std::map<std::string, span_limit> limits;
  const observed what(grading.results, lab);
  for (std::size_t i = 0; i < grading.results.size(); ++i) {
    const test_result& result = grading.results[i];
    if (result.lab == &lab) limits.insert(result.by_kernels.begin(), result.by_kernels.end());
    if (result.lab == &lab && result.kind == verdict::good && !result.without_arrays &&
        what.is_unproven(result.row->exercise) && what.may_be_mistaken(result.row->exercise))
      right[result.row->exercise].push_back(i);
  }
  if (right.empty()) return;
  const auto shown = std::tuple(grading.phases, grading.tables, grading.remarks);
  grading.config.thorough = true;
  for (auto& [exercise, tests] : right) {
    std::rotate(tests.begin(), tests.begin() + static_cast<long>(grading.config.seed % tests.size()),
                tests.end());
    for (const std::size_t i : tests) {
      const std::string name = lab.suite + "." + grading.results[i].row->test;
      for (const chosen_test& test : tests_to_run(grading.labs, {name})) {
        const test_result again = run_again(test);
        grading.results[i].looked = again.looked;
        grading.results[i].brought = again.brought;
        grading.results[i].brought_ran = again.brought_ran;
      }
      if (limits.count(grading.results[i].looked.exercise) != 0) break;
    }
  }
  grading.config.thorough = false;
  grading.close_runner();
  std::tie(grading.phases, grading.tables, grading.remarks) = shown;
}

void session::finish_lab(const lab_entry& lab) {
  tell_overlooked(lab);
  for (const test_result& proved : results)
    for (test_result& other : results)
      if (proved.lab == &lab && other.lab == &lab && proved.explained &&
          proved.row->exercise == other.row->exercise && may_explain(proved, other) &&
          (other.explained || other.cause != proved.cause))  // otherwise the same bug leaves a question open
        other.matches.clear();
  tell_contrasts(lab);
  tell_brought(lab);
  withhold_points(lab);
}

// Compares the runs of all tests together that request the same exercise, because a single test can have too
// few failing or too few right runs. If that finds nothing, the tests may check different properties, so each
// test is explained by its own runs.
void session::tell_contrasts(const lab_entry& lab) {
  std::map<std::string, std::vector<run_facts>> runs;  // by exercise
  for (const test_result& result : results)
    if (result.lab == &lab)
      for (const run_facts& run : result.runs) runs[run.exercise].push_back(run);
  for (test_result& result : results) {
    if (result.lab != &lab || result.kind == verdict::good) continue;
    const auto failed =
        std::find_if(result.runs.begin(), result.runs.end(), [](const run_facts& run) { return run.failed; });
    if (failed == result.runs.end()) continue;
    const bool lucky = !result.findings.empty() && reads_by_luck(result.findings.front());
    const auto compare = [&](std::vector<run_facts> all) {
      for (run_facts& run : all)
        if (lucky) run.input = {}, run.family.clear();  // the keys only seem to decide
      return what_separates(all);
    };
    std::string separates;  // a mistake that gives exactly this result says more than any condition
    if (result.matches.empty()) {
      separates = compare(runs[failed->exercise]);
      if (separates.empty()) separates = compare(result.runs);
    }
    if (result.contrast.empty()) result.contrast = where_all_begin(runs[failed->exercise]);
    if (!separates.empty() && !result.contrast.empty()) separates += " ";
    result.contrast = separates + result.contrast;
  }
}

// Counted requests are often larger than the clean test's requests, and can be the only ones that show a bug.
// If another test has already reported the bug, only that test loses its points.
void session::tell_overlooked(const lab_entry& lab) {
  for (test_result& result : results) {
    if (result.lab != &lab || !result.overlooked) continue;
    bool told = false;
    for (const test_result& other : results) {
      if (other.lab != &lab || other.kind == verdict::good || other.cause.empty()) continue;
      told = told || other.cause == result.cause || other.row->exercise == result.row->exercise;
    }
    result.overlooked = false;
    if (!told) {
      result.kind = verdict::not_clean;
      continue;
    }
    result.text.clear();
    result.cause.clear();
    result.findings.clear();
    result.ran.clear();
    result.explained = false;
  }
}

// Some code uses kernels with many threads when it expects to be counted, and otherwise the host or one
// thread. A test that detects this gets WRONG, and the exercise's other tests lose their points. So do tests
// after a launch that the checkers have ended, because it could hide such code.
void session::tell_brought(const lab_entry& lab) {
  std::map<std::string, span_limit> by_kernels;
  for (const test_result& result : results)
    if (result.lab == &lab)
      for (const auto& [exercise, limit] : result.by_kernels) by_kernels[exercise].take(limit);
  for (test_result& result : results) {
    if (result.lab != &lab || result.kind != verdict::good) continue;
    const looked_at& looked = result.looked;
    const auto limit = by_kernels.find(looked.exercise);
    const bool brought = by_kernels.count(result.brought) > 0;
    const bool serial = limit != by_kernels.end() && !limit->second.allows(looked);
    const bool fails = limit != by_kernels.end() && !brought && !looked.fault.empty();
    if (!brought && !serial && !fails) continue;
    result.kind = fails ? verdict::not_clean : verdict::wrong;
    result.not_on_device = true;
    result.ran = brought ? result.brought_ran : looked.ran;
    result.text = brought
                      ? "The result is right, but the host sent enough bytes to the device to hold the whole "
                        "result, or copied a quarter as many from it. Solve this exercise on the device, for "
                        "every size."
                  : fails ? looked.fault
                          : fmt::format(
                                "The result is right, but too few threads share the work: {} steps in all "
                                "(work), {} of them one after another (span). Give each thread less to do, "
                                "for every size.",
                                grouped(looked.taken.work), grouped(looked.taken.span));
  }
}

void session::withhold_points(const lab_entry& lab) {
  const observed what(results, lab);
  for (test_result& result : results) {
    if (result.lab != &lab || result.kind != verdict::good || result.without_arrays) continue;
    const int exercise = result.row->exercise;
    const auto by = what.caught.find(exercise), missed = what.unseen.find(exercise);
    const bool nobody_saw = what.is_unproven(exercise) && !what.may_be_mistaken(exercise);
    const auto shown = what.found.find(exercise);
    // If the checkers have found a bug, that bug can have falsified the counts.
    if (by != what.caught.end() && by->second->kind != verdict::not_clean)
      result.text = "The result is right, but the exercise's kernels did not do the work as asked: see \"" +
                    by->second->row->shows + "\".";
    else if (by != what.caught.end() || nobody_saw)
      result.text =
          "The result is right, but the grader could not see kernels compute it: the checked run failed "
          "first, see \"" +
          (shown != what.found.end() ? shown
           : by != what.caught.end() ? by
                                     : missed)
              ->second->row->shows +
          "\". Fix that to get these points.";
    else
      continue;
    result.kind = verdict::not_seen;
    result.withheld = true;
  }
}

}  // namespace verifier
