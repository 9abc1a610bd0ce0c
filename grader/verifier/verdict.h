// SPDX-License-Identifier: Apache-2.0
// The grader's verdicts on tests.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "checker_report.h"

namespace verifier {

// If the tests of an exercise end differently, the last of their verdicts in this order is the exercise's.
enum class verdict {
  not_graded,
  good,
  not_yet,
  over_budget,
  not_seen,
  not_clean,
  wrong,
  timed_out,
  crashed,
  no_build,
  not_your_code
};

// "GOOD", "NOT YET", … as in grader/README.md.
const char* name_of(verdict kind);

// Ends a test. Deliberately no std::exception, so that a test that catches those does not swallow it.
struct judgement {
  verdict kind;
  // What was seen, in sentences. It may have several lines; those that start with two spaces keep their
  // layout.
  std::string text;
  bool of_result = false;   // `text` compares the last request's result with the right one
  std::string guess = {};   // what the pattern of a wrong result suggests; shown only without a proof
  std::string shared = {};  // what the wrong elements have in common: what_they_share()
  std::string proof = {};   // what the checkers found in that request, or when it was repeated
  std::vector<finding> findings = {};  // the first of them
  std::string cause = {};              // names the bug of `proof`; the same in every test that finds it
  std::string map = {};  // of a result: for each element, or for a stretch of them, '.' right, 'x' wrong, 'o'
                         // wrong and as it was before the call
  std::size_t elements = 0;    // represented in `map`
  bool one_statement = false;  // `proof`: both accesses are one statement, and the reason is a guess
  bool proved = false;         // prove() has been called
  bool checked_clean = false;  // the request was repeated, and the checkers found nothing
};

}  // namespace verifier
