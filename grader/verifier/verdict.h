// SPDX-License-Identifier: Apache-2.0
// The grader's verdicts on tests.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "checker_report.h"
#include "slips.h"

namespace verifier {

// The verdict on an exercise is the last of its tests' verdicts in this order.
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

// Ends a test. Deliberately not a std::exception, so that a test cannot catch it by accident.
struct judgement {
  verdict kind;
  // The message, in sentences. Lines that start with two spaces keep their layout.
  std::string text;
  bool of_result = false;              // `text` compares the last request's result with the right one
  std::vector<slip> slips = {};        // mistakes that give exactly this result; shown only without a proof
  bool tried = true;                   // known::tried
  std::string matches = {};            // these mistakes in words, or another reason for the result
  std::string decides = {};            // known::decides
  std::string shared = {};             // what the wrong elements have in common: what_they_share()
  std::string proof = {};              // what the checkers found in that request or its repetition
  std::vector<finding> findings = {};  // the first finding
  std::string cause = {};              // names the bug of `proof`, identically in every test that finds it
  std::vector<std::string> kernels = {};  // the kernels that ran, if the checkers found no bug in them
  std::string map = {};  // one character per element of a result, or per range of elements: '.' right, 'x'
                         // wrong, 'o' wrong and unchanged by the call
  std::size_t elements = 0;    // the number of elements that `map` represents
  bool one_statement = false;  // both accesses of `proof` are in one statement, so the reason is unknown
  bool untouched = false;      // the wrong elements are as they were before the call
  bool proved = false;         // prove() has been called
  bool checked_clean = false;  // the request was repeated under the checkers, which found nothing
};

}  // namespace verifier
