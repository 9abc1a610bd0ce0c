// SPDX-License-Identifier: Apache-2.0
// The marks of whole runs on the toy lab.
#include <gtest/gtest.h>

#include <cstdlib>
#include <utility>

#include "toy.h"

namespace {

using nlohmann::json;
using namespace toy;

TEST(Grade, WithholdsThePointsOfAnExerciseThatTheHostSolved) {
  const graded result = grade("sorts_on_the_host", "");
  int exercise = 0, tests = 0;
  for (const json& test : result.results["tests"])
    if (test["tags"][1] == "Lab90.SortIsClean")
      exercise = std::atoi(test["number"].get<std::string>().c_str() + 3);
  for (const json& test : result.results["tests"]) {
    if (std::atoi(test["number"].get<std::string>().c_str() + 3) != exercise) continue;
    ++tests;
    EXPECT_EQ(test["score"], 0) << test;
  }
  EXPECT_GT(tests, 1) << result.terminal;
  EXPECT_TRUE(says(result, "kernels did not do the work"));
}

int points_of_exercise_5(const graded& result) {
  int points = 0;
  for (const json& test : result.results["tests"])
    if (test["number"].get<std::string>().rfind("90.5", 0) == 0) points += test["score"].get<int>();
  return points;
}

// Such an exercise fails in every run in which its work could be observed, or hides it behind a leak.
TEST(Grade, WithholdsThePointsOfAnExerciseThatNobodyCouldSee) {
  for (const char* runner : {"crashes_under_checkers", "todo_under_checkers", "leaks_and_sorts_on_the_host",
                             "silenced_checkers"}) {
    const graded result = grade(runner, "");
    EXPECT_EQ(points_of_exercise_5(result), 0) << result.terminal;
    EXPECT_TRUE(says(result, "the grader could not see kernels compute it"));
    EXPECT_EQ(result.results["score"], 85) << "other exercises keep their points: " << result.terminal;
  }
  EXPECT_EQ(points_of_exercise_5(grade("leaky", "")), 10) << "kernels did it, with a bug";
  EXPECT_EQ(points_of_exercise_5(grade("no_checkers", "")), 5) << "without checkers, nothing is withheld";
}

// simcu marks programs that it compiled without clang++.
TEST(Grade, SaysThatTheLanguageWasNotChecked) {
  const graded checked = grade("honest", "--test SumsMatch");
  EXPECT_EQ(checked.results["extra_data"]["language_checked"], true);
  EXPECT_FALSE(says(checked, "code that nvcc would refuse"));
  const graded marked = grade("not_checked_strictly", "--test SumsMatch");
  EXPECT_EQ(marked.results["extra_data"]["language_checked"], false);
  EXPECT_TRUE(says(marked, "Not fully checked: code that nvcc would refuse"));
  EXPECT_NE(text_of(marked.reports / "report.html").find("Not fully checked: code that nvcc would refuse"),
            std::string::npos);
  EXPECT_EQ(marked.results["tests"][0]["tags"][2], "GOOD") << marked.terminal;
}

TEST(Grade, GoesOnAfterACrash) {
  const graded result = grade("segfault", "");
  EXPECT_EQ(result.results["score"], 60) << result.terminal;  // all but the two tests that call `sort`
  EXPECT_TRUE(says(result, "Score: 60/100"));
}

TEST(Grade, ShowsPhasesAndTheScoreOfAnHonestRunner) {
  const graded result = grade("honest", "--require-full");
  EXPECT_EQ(result.status, 0) << result.terminal;
  EXPECT_TRUE(says(result, "Score: 100/100"));
  EXPECT_NE(result.terminal.find("simulated"), std::string::npos);
  EXPECT_NE(result.terminal.find("keys/s"), std::string::npos);
  const auto& phases = result.results["extra_data"]["phases"];
  ASSERT_EQ(phases.size(), 3u) << result.terminal;
  EXPECT_EQ(phases[0]["version"], "toy");
  EXPECT_EQ(phases[2]["version"], "std::sort") << "baselines stand below the student's versions";
  EXPECT_TRUE(says(result, "baselines were not measured"));
}

// A row of another lab that the student cannot fill costs no points.
TEST(Grade, ShowsTheRowOfAnotherLab) {
  const graded result = grade("other_honest", "--test PhasesAreShown");
  EXPECT_EQ(result.results["score"], 10) << result.terminal;
  EXPECT_EQ(result.results["extra_data"]["phases"][0]["version"], "other") << result.terminal;
  EXPECT_FALSE(says(result, "row is missing"));
}

TEST(Grade, SaysWhyTheRowOfAnotherLabIsMissing) {
  const std::pair<const char*, const char*> cases[] = {
      {"honest", "Lab 91's row is missing: its runner was not built"},
      {"other_todo", "Lab 91's row is missing: its sort is not implemented yet."},
      {"other_unsorted", "Lab 91's row is missing: its sort gives a wrong result;"},
      {"other_refuses", "Lab 91's row is missing: its sort refuses these arguments;"},
      {"other_crashes", "Lab 91's row is missing: its sort crashes;"},
      {"other_hangs", "Lab 91's row is missing: its sort was stopped"},
  };
  for (const auto& [runner, words] : cases) {
    const graded result = grade(runner, "--test PhasesAreShown");
    EXPECT_EQ(result.results["score"], 10) << result.terminal;
    EXPECT_TRUE(says(result, words));
    EXPECT_EQ(result.results["extra_data"]["phases"].size(), 3u) << result.terminal;
  }
}

TEST(Grade, AnyMissingPointFailsRequireFull) { EXPECT_EQ(grade("unstable", "--require-full").status, 1); }

TEST(Grade, WhereNoCheckersWereBuiltTheirPointsDoNotCount) {
  const graded result = grade("on_a_gpu", "--backend cuda"),
               all_wanted = grade("no_checkers", "--require-full");
  EXPECT_EQ(result.status, 0) << result.terminal;
  EXPECT_EQ(all_wanted.status, 1) << "where all points are wanted, all tests must have run";
  EXPECT_TRUE(says(result, "10 points of this lab are not graded here."));
  EXPECT_TRUE(says(result, "Score: 90/90 (10 more points are not graded here)"));
  EXPECT_EQ(result.results["score"], 90);
  EXPECT_EQ(result.results["extra_data"]["max_score"], 90);
  EXPECT_EQ(result.results["extra_data"]["not_graded"], 10);
  const json& clean = result.results["tests"][6];
  EXPECT_EQ(clean["tags"][2], "NOT GRADED");
  EXPECT_EQ(clean["max_score"], 0);
}

TEST(Grade, WhereNoCheckersWereBuiltTheSamePointsCountForEverybody) {
  const graded nothing = grade("todo_on_a_gpu", "--backend cuda"),
               unbuilt = grade("unbuilt", "", "toy.cu:41:3: error: 'rank' was not declared in this scope\n");
  for (const graded& result : {nothing, unbuilt}) {
    EXPECT_EQ(result.results["extra_data"]["max_score"], 90) << result.terminal;
    EXPECT_EQ(result.results["extra_data"]["not_graded"], 10);
  }
  EXPECT_EQ(nothing.results["tests"][0]["tags"][2], "NOT YET");
}

TEST(Grade, CompilerErrorsAreShown) {
  std::string log = "toy.cu:41:3: error: 'rank' was not declared in this scope\n";
  for (int i = 0; i < 100; ++i) log += "toy.cu:42:1: error: more\n";
  const graded result = grade("unbuilt", "", log);
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.results["tests"][0]["tags"][2], "NO BUILD");
  EXPECT_TRUE(says(result, "toy.cu:41:3: error: 'rank' was not declared"));
  EXPECT_TRUE(says(result, "61 more lines"));
}

}  // namespace
