// SPDX-License-Identifier: Apache-2.0
// The trials of one test. The first failure does not end the test, because a few more trials show which runs
// fail and which are right.
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "checker_report.h"
#include "contrast.h"
#include "verdict.h"

namespace verifier {

struct trials {
  std::vector<run_facts> seen;      // one for each trial that made a request
  std::size_t number = 0;           // the number of the current or last trial, from 1
  int depth = 0;                    // nesting depth; only the outermost trial counts
  bool noted = false;               // the last entry of `seen` is the current trial
  std::optional<judgement> shown;   // the failure to report: the first, or a much smaller one like it
  std::size_t shown_at = 0;         // its index in `seen`
  bool shrunk = false;              // it is not the first
  std::function<void()> as_it_was;  // restores the state about its request
  std::size_t after_first = 0;      // trials since the first failure
  std::mt19937_64 inputs;           // the generators' state when the current trial began
  double seconds = 0;               // time since the first failure, for requests and for starting runners
};

// What a few orders of the threads show about a trial. With `barrier_mends`, the result is right if all
// threads of a block wait before one of the racing accesses.
enum class order_says { nothing, decides, never_right, barrier_mends };

// The parts of trial() in lab_test.h. begin_trial returns false if enough is known and the trial need not
// run. Otherwise one of the next three functions ends it.
bool begin_trial();
void end_trial();
// Rethrows the judgement if no other trial can add information. `again` repeats the trial.
void keep_trial(const judgement& ended, const std::function<void()>& again);
void leave_trial_out();

// Repeats the trial that has just failed under the checkers, in a few orders of its threads, to learn about
// this race. Stores the result in the test's state.
void try_orders(const checker_report& report);

// Thrown in a trial that would take too long after a failure.
struct trial_left_out {};

// Ends a test that makes another request after a trial has failed.
struct trials_over {};

// Called for each request before it runs.
void note_request(const run_facts& run, std::size_t bytes);
// Returns the time limit of a request, which is shorter in trials after a failure.
double seconds_of_trial(double most);

bool a_trial_failed();
// Returns the message if only one trial was requested and that trial was right or does not exist; otherwise
// "".
std::string right_alone();

// Returns the judgement of a test that has ended, or that of the trial to report if one has failed. Then the
// test's state about its last request becomes that trial's.
judgement failure_to_report(const judgement& ended);

}  // namespace verifier
