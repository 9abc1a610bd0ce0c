// SPDX-License-Identifier: Apache-2.0
// What the grader says about a test.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "checker_report.h"

namespace verifier {

// In the order in which one speaks for an exercise whose tests ended differently: the last one does.
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
  // What was seen: sentences; may have several lines, those that start with two spaces are kept as they are.
  std::string text;
  bool of_result = false;   // `text` compares the last request's result with what is right
  std::string guess = {};   // what the pattern of a wrong result looks like; only shown without a proof
  std::string shared = {};  // what the wrong elements have in common: what_they_share()
  std::string proof = {};   // what the checkers found in that request, or in the same one made again
  std::vector<finding> findings = {};  // the first of them
  std::string cause = {};              // names the bug of `proof`: the same in every test that meets it
  std::string map = {};  // of a result: for each element, or for a stretch of them, '.' right, 'x' wrong, 'o'
                         // wrong and as it was before the call
  std::size_t elements = 0;    // that `map` shows
  bool one_statement = false;  // `proof`: threads meet in one statement, and why is still a guess
  bool proved = false;         // prove() has looked at it
  bool checked_clean = false;  // the same request was made again, and they found nothing
};

}  // namespace verifier
