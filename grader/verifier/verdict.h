// SPDX-License-Identifier: Apache-2.0
// What the grader says about a test.
#pragma once
#include <string>

namespace verifier {

// In the order in which one speaks for an exercise whose tests ended differently: the last one does.
enum class verdict {
  not_graded,
  good,
  not_yet,
  over_budget,
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
  std::string
      text;  // sentences; may have several lines, lines that start with two spaces are kept as they are
  bool no_device = false;  // not_your_code because no device answers
};

}  // namespace verifier
