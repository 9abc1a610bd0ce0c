// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answer_sheet.h"
#include "lab_test.h"

namespace lab03 {

inline std::vector<std::string> questions_of_exercise_1() {
  std::vector<std::string> questions;
  for (const char* schedule : {"lockstep", "fifo", "reverse"})
    for (const char* asked : {"how many elements of d_cdf are wrong", "first wrong index", "last wrong index",
                              "value of d_cdf[8]"})
      questions.push_back(std::string("1 ") + schedule + ": " + asked);
  return questions;
}

inline const verifier::answer_sheet& predictions() {
  static const verifier::answer_sheet sheet("predictions.csv", [] {
    std::vector<std::string> questions = questions_of_exercise_1();
    for (const char* asked :
         {"256: first wrong index", "192: first wrong index", "192: value of d_cdf[99999]"})
      questions.push_back(std::string("3 block_size ") + asked);
    questions.push_back("3 why (a; b; c or d)");
    return questions;
  }());
  return sheet;
}

// True if exercise 1's predictions are made. Until then, no remark may show what they ask for.
inline bool predicted() {
  try {
    for (const std::string& question : questions_of_exercise_1()) (void)predictions().whole_or_none(question);
    return true;
  } catch (const verifier::judgement&) {
    return false;
  }
}

// If `right` is negative, the answer is "none".
inline void expect_answer(const std::string& question, std::int64_t right, const std::string& explanation) {
  const std::optional<long> answered = predictions().whole_or_none(question);
  verifier::expect_true(answered.value_or(-1) == right, predictions().place(question) + " is not " +
                                                            (answered ? std::to_string(*answered) : "none") +
                                                            ".\n" + explanation);
}

}  // namespace lab03
