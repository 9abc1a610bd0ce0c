// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "proof.h"
#include "report.h"

namespace {

using namespace verifier;

constexpr int kTestsOfAnExercise = 8;

// Each exercise has eight tests of 5 points, which fail in different ways.
session& failing_lab(int exercises) {
  session& grading = current_session();
  lab_entry lab;
  lab.folder = "90_toy", lab.number = "90", lab.stem = "toy", lab.suite = "Lab90";
  for (int exercise = 1; exercise <= exercises; ++exercise) {
    lab.points.titles.push_back(fmt::format("Exercise {}", exercise));
    for (int test = 1; test <= kTestsOfAnExercise; ++test)
      lab.points.rows.push_back({exercise, fmt::format("T{}_{}", exercise, test), 5,
                                 fmt::format("claim {} of {}", test, exercise)});
  }
  grading.labs = {lab};
  grading.config.audience = "labs";
  grading.results.clear();
  for (const rubric_row& row : grading.labs[0].points.rows) {
    test_result failed;
    failed.lab = grading.labs.data();
    failed.row = &row;
    failed.kind = verdict::wrong;
    failed.text = fmt::format("{}: keys[0] is 1, expected 0.\n  index 0\n  got 1\nThe checkers found no bug.",
                              row.test);
    failed.contrast = "It fails only where n > 3.";
    failed.matches = "Is the index right in " + row.test + "?";
    failed.ran = "sort, n = 4";
    failed.repeat = "make grade TEST=Lab90." + row.test;
    grading.results.push_back(failed);
  }
  return grading;
}

std::string shown(session& grading, bool verbose = false) {
  terminal out;
  out.width = 100;
  out.unicode = true;
  terminal_report report(out);
  report.verbose(verbose);
  report.pictures_in("reports/report.html");
  testing::internal::CaptureStdout();
  report.lab_section(grading, grading.labs[0]);
  report.closing(grading, false);
  std::string text = testing::internal::GetCapturedStdout();
  grading.results.clear();
  return text;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++times;
  return times;
}

TEST(TerminalReport, HasOneFailureInFullAndOfTheOthersALineOrTwo) {
  const std::string text = shown(failing_lab(2));
  EXPECT_EQ(count(text, "Matches"), 1u) << text;
  EXPECT_EQ(count(text, "  got 1"), 1u) << text;
  EXPECT_EQ(count(text, "Repeat"), 1u) << text;
  for (int test = 1; test <= kTestsOfAnExercise; ++test)
    EXPECT_EQ(count(text, fmt::format("✗ claim {} of 2", test)), 1u) << "each test with its verdict" << text;
  EXPECT_EQ(count(text, "It fails only where n > 3."), 2u) << "once in each exercise" << text;
  EXPECT_EQ(count(text, "T2_1: keys[0] is 1, expected 0."), 1u) << text;
  EXPECT_EQ(count(text, "T2_2: "), 0u) << text;
  EXPECT_NE(text.find("Look next at lab 90, exercise 1: claim 1 of 1 (WRONG).\n"
                      "V=1 shows all of it; reports/report.html has pictures as well.\n"),
            std::string::npos)
      << text;
  const std::string all = shown(failing_lab(2), true);
  EXPECT_EQ(count(all, "Matches"), 16u);
  EXPECT_EQ(count(all, "V=1"), 0u);
}

TEST(TerminalReport, WhatSeveralTestsSayIsThereOnce) {
  const auto alike = []() -> session& {
    session& grading = failing_lab(1);
    for (int i = 0; i < 6; ++i) grading.results[static_cast<std::size_t>(i)].matches = "an index";
    grading.results[6].kind = grading.results[7].kind = verdict::good;
    return grading;
  };
  const std::string text = shown(alike());
  EXPECT_EQ(count(text, "✗ claim"), 1u) << text;
  EXPECT_NE(text.find("✗ the same in 5 more tests"), std::string::npos) << text;
  EXPECT_EQ(count(text, "0/25"), 1u) << text;
  EXPECT_GT(text.find("✓ 2 tests"), text.find("the same in 5 more tests")) << text;
  EXPECT_EQ(count(text, "10/10"), 1u) << text;
  const std::string all = shown(alike(), true);
  EXPECT_EQ(count(all, "✗ claim"), 1u) << all;
  EXPECT_EQ(count(all, "✗ the same: claim"), 5u) << all;
  EXPECT_EQ(count(all, "an index"), 1u) << all;
  EXPECT_EQ(count(all, "✓ claim"), 2u) << all;
}

TEST(TerminalReport, ABugOfAnotherExerciseIsNamed) {
  session& grading = failing_lab(2);
  grading.results[9].cause = grading.results[2].cause = "race in kernel `k` at x.cu:5";
  grading.results[9].explained = grading.results[2].explained = true;
  grading.results[9].matches = grading.results[2].matches = "";
  grading.results[2].text =
      std::string("Found by the checkers: race.") + kTestSaw + "keys[0] is 1.\n  index 7\n";
  const std::string text = shown(grading);
  EXPECT_EQ(count(text, "Found by the checkers: race."), 1u) << text;
  EXPECT_EQ(count(text, "The test saw this: keys[0] is 1."), 1u) << text;
  EXPECT_EQ(count(text, "index 7"), 0u) << "the wrong values follow from the bug" << text;
  EXPECT_EQ(count(text, "Found by the checkers: race in kernel `k` at x.cu:5."), 1u) << text;
  EXPECT_NE(text.find("Look next at lab 90, exercise 1: the race in kernel `k` at x.cu:5."),
            std::string::npos)
      << text;
}

// A remark of a test, such as one about answers in a file, is shown for each test.
TEST(TerminalReport, AShortExplanationStays) {
  session& grading = failing_lab(1);
  for (test_result& result : grading.results) {
    result.text = "Line " + result.row->test + " is 3, and 4 was measured.";
    result.matches = result.contrast = "";
  }
  const std::string text = shown(grading);
  for (int test = 1; test <= kTestsOfAnExercise; ++test)
    EXPECT_EQ(count(text, fmt::format("Line T1_{} is 3", test)), 1u) << text;
}

TEST(TerminalReport, CostsAreShownWhereNothingFails) {
  session& grading = failing_lab(2);
  for (test_result& result : grading.results) result.kind = verdict::good;
  grading.results[0].budgets = {{"launches", 3, 5, 3}};
  const std::vector<test_result> good = grading.results;
  EXPECT_NE(shown(grading).find("launches 3 / 3 / 5"), std::string::npos);
  grading.results = good;
  grading.results[9].kind = verdict::wrong;
  EXPECT_EQ(shown(grading).find("launches 3 / 3 / 5"), std::string::npos);
}

// 48 failed tests once took more than five hundred lines.
TEST(TerminalReport, ALabInWhichAllFailsIsShort) {
  const std::string text = shown(failing_lab(6));
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 6 * (kTestsOfAnExercise + 3) + 16) << text;
}

// Processes end their tests in any order.
TEST(TerminalReport, TheFirstFailureIsTheRubricsFirst) {
  session& grading = failing_lab(2);
  std::reverse(grading.results.begin(), grading.results.end());
  EXPECT_EQ(first_failure(grading.results, grading.labs[0])->row->test, "T1_1");
  std::string known;  // a failure whose mistake is named comes before one without an explanation
  std::swap(grading.results.back().matches, known);
  EXPECT_EQ(first_failure(grading.results, grading.labs[0])->row->test, "T1_2");
  std::swap(grading.results.back().matches, known);
  grading.results.back().withheld = true;
  EXPECT_EQ(first_failure(grading.results, grading.labs[0])->row->test, "T1_2");
  for (test_result& result : grading.results)
    if (result.row->exercise == 1) result.kind = verdict::not_yet;
  EXPECT_EQ(first_failure(grading.results, grading.labs[0])->row->test, "T2_1");
  grading.results.clear();
  EXPECT_EQ(first_failure(grading.results, grading.labs[0]), nullptr);
}

}  // namespace
