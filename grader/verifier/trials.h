// SPDX-License-Identifier: Apache-2.0
// The runs of one test. The first that fails does not end it: a few more show which ones fail and which are
// right.
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "contrast.h"
#include "verdict.h"

namespace verifier {

struct trials {
  std::vector<run_facts> seen;     // of each trial that was run and made a request
  std::size_t number = 0;          // of the trial that runs, or was the last, from 1 on
  int depth = 0;                   // a trial within another is part of that
  bool noted = false;              // the last of `seen` is of the trial that runs
  std::optional<judgement> first;  // what the first that failed is judged by
  const run_facts* smallest()
      const;  // of those that failed as the first did, if one has half of its elements or fewer
  std::vector<std::size_t> alike;    // of `seen`: those that failed as the first did, beginning with that
  std::function<void()> as_it_was;   // puts back what is known of that one's request
  std::size_t after_first = 0;       // trials since then
  std::vector<std::string> guesses;  // of `alike`
  std::mt19937_64 inputs;            // of the generators, when the trial that runs began
  double seconds = 0;                // that their requests, and starting runners for them, took
};

// Whether the order of threads decides if a trial is right, as far as a few orders can show.
enum class order_says { nothing, decides, never_right };

// What lab_test.h's trial() is made of. False if it is not to be run, because enough is known. Else one of
// the other three ends it.
bool begin_trial();
void end_trial();
// Throws it on, if no other trial can say more. `again`: the same trial once more.
void keep_trial(const judgement& ended, const std::function<void()>& again);
void leave_trial_out();

// Makes the trial that has just failed once more in a few orders of its threads, under the checkers.
order_says try_orders();

// Thrown in a trial that would take too long after a failure.
struct trial_left_out {};

// Ends a test that asks for something else after a trial has failed.
struct trials_over {};

// Called with each request before it is run.
void note_request(const run_facts& run, std::size_t bytes);
// How long a request may take in a trial that runs after a failed one.
double seconds_of_trial(double most);

bool a_trial_failed();
// Where one trial alone was to be run: that it is right, or isn't there. Else "".
std::string right_alone();

// What a test that has come to this end fails by: the first trial that failed, if there is one. What is known
// of the last request is then what was known of that trial's.
judgement first_failure(const judgement& ended);

}  // namespace verifier
