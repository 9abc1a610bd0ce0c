// SPDX-License-Identifier: Apache-2.0
// The runs of one test. The first failure does not end the test: a few more runs show which ones fail and
// which are right.
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
  std::vector<run_facts> seen;     // one for each trial that made a request
  std::size_t number = 0;          // of the current or last trial, from 1
  int depth = 0;                   // trials that are nested; only the outermost counts
  bool noted = false;              // the last of `seen` is the current trial
  std::optional<judgement> first;  // the judgement of the first that failed
  const run_facts* smallest()
      const;  // of the trials like the first failure, if one has at most half its elements
  std::vector<std::size_t> alike;    // indices in `seen`: failed like the first failure, which is included
  std::function<void()> as_it_was;   // restores the state about the first failure's request
  std::size_t after_first = 0;       // trials since the first failure
  std::vector<std::string> guesses;  // of `alike`
  std::mt19937_64 inputs;            // the generators' state when the current trial began
  double seconds = 0;                // for their requests, and for starting runners for them
};

// What a few orders of the threads show about a trial. barrier_mends: its result is right if all threads of a
// block wait before one of the accesses that race.
enum class order_says { nothing, decides, never_right, barrier_mends };

// The parts of lab_test.h's trial(). begin_trial returns false if the trial is not to be run, because enough
// is known. Otherwise one of the other three functions ends it.
bool begin_trial();
void end_trial();
// Rethrows the judgement if no other trial can add information. `again` repeats the trial.
void keep_trial(const judgement& ended, const std::function<void()>& again);
void leave_trial_out();

// Repeats the trial that has just failed in a few orders of its threads, under the checkers, to learn about
// this race. The test keeps what they say.
void try_orders(const finding& race);

// Thrown in a trial that would take too long after a failure.
struct trial_left_out {};

// Ends a test that makes another request after a trial has failed.
struct trials_over {};

// Called with each request before it is run.
void note_request(const run_facts& run, std::size_t bytes);
// How long a request may take in a trial that runs after a failed one.
double seconds_of_trial(double most);

bool a_trial_failed();
// The message if only one trial was requested, and it was right or does not exist. Otherwise "".
std::string right_alone();

// The judgement of a test that has ended: the first trial that failed, if there is one. Then the state about
// the last request is that trial's.
judgement first_failure(const judgement& ended);

}  // namespace verifier
