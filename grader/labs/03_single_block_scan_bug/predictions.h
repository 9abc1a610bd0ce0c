// SPDX-License-Identifier: Apache-2.0
// Reads the student's predictions.csv: lines "question,answer".
#pragma once
#include <cstdint>
#include <sstream>
#include <string>

#include "lab_test.h"

namespace lab03 {

constexpr const char* kTable = "predictions.csv";

inline std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\""), end = text.find_last_not_of(" \t\r\"");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

// The student's answer to a question; ends the test if there is none.
inline std::string answer_to(const std::string& question) {
  std::istringstream lines(verifier::student_file(kTable));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t comma = line.rfind(',');
    if (line[0] == '#' || comma == std::string::npos || trimmed(line.substr(0, comma)) != question) continue;
    const std::string text = trimmed(line.substr(comma + 1));
    if (text == "?" || text.empty())
      verifier::not_yet("In " + std::string(kTable) + " \"" + question + "\" has no answer yet.");
    return text;
  }
  verifier::wrong("The file " + std::string(kTable) + " has no line \"" + question +
                  ",…\" any more: take it back from the original file.");
}

inline std::int64_t number_answered(const std::string& question) {
  const std::string text = answer_to(question);
  if (text == "none") return -1;
  if (text.size() > 15 || text.find_first_not_of("0123456789") != std::string::npos)
    verifier::wrong("In " + std::string(kTable) + " the answer to \"" + question + "\" is `" + text +
                    "`; it must be a number, or none.");
  return std::stoll(text);
}

inline void expect_answer(const std::string& question, std::int64_t right, const std::string& explanation) {
  const std::int64_t answered = number_answered(question);
  const std::string shown = answered < 0 ? "none" : std::to_string(answered);
  verifier::expect_true(answered == right, "In " + std::string(kTable) + " \"" + question + "\" is not " +
                                               shown + ".\n" + explanation);
}

}  // namespace lab03
