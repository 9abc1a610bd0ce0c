// SPDX-License-Identifier: Apache-2.0
// Exercise 8's demonstration: the same look-back with and without its fences.
#pragma once
#include "demonstration.h"

namespace lab03 {

inline void show_missing_fences() {
  const auto run = [](bool fences) {
    verifier::request asked("two_words");
    asked.param("fences", fences).input("in", words(8, 1)).output<std::uint32_t>("out", 8);
    return asked.schedule("fifo").checked().run();
  };
  const verifier::answer with = run(true), without = run(false);
  if (!with.findings().empty() || without.findings().empty()) {
    verifier::show_remark(
        "Exercise 8: the checkers report the same for the look-back with fences and without them.");
    return;
  }
  const bool same = with.get<std::uint32_t>("out") == without.get<std::uint32_t>("out");
  verifier::checker_report shown = without.checked();
  shown.findings.front().advice.clear();
  verifier::show_remark(
      std::string(
          "Exercise 8 with a state and a sum in two words (lookback_two_words.cuh): with its fences, the "
          "checkers find nothing. Without them, ") +
      (same ? "the sums are the same, and there is a race:\n" : "there is a race:\n") +
      verifier::describe_findings(shown));
}

}  // namespace lab03
