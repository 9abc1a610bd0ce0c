// SPDX-License-Identifier: Apache-2.0
// Whole runs of the grader on the toy lab.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "../../sandbox/cgroup.h"
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
  EXPECT_NE(result.terminal.find("kernels did not do the work"), std::string::npos) << result.terminal;
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
    EXPECT_NE(result.terminal.find("the grader could not see kernels compute it"), std::string::npos)
        << result.terminal;
    EXPECT_EQ(result.results["score"], 85) << "other exercises keep their points: " << result.terminal;
  }
  EXPECT_EQ(points_of_exercise_5(grade("leaky", "")), 10) << "kernels did it, with a bug";
  EXPECT_EQ(points_of_exercise_5(grade("no_checkers", "")), 5) << "without checkers, nothing is withheld";
}

// The reference's runner has only the grader's code.
TEST(Grade, ItsOwnAdaptersFaultIsItsOwn) {
  const graded result = grade("adapter_wants_more", "--audience solutions --test KeysAreSorted");
  EXPECT_EQ(result.status, 3) << result.terminal;
  EXPECT_EQ(result.results["tests"][0]["tags"][2], "NOT YOUR CODE");
  EXPECT_NE(result.terminal.find("`radix_bits`"), std::string::npos) << result.terminal;
}

TEST(Box, ALabHasItsTime) {
  const graded result = grade("sleeps_each_time", "--lab-minutes 0.05");
  EXPECT_NE(result.terminal.find("This lab has used up its time"), std::string::npos) << result.terminal;
  EXPECT_NE(result.terminal.find("at most 0.05 min"), std::string::npos) << result.terminal;
}

TEST(Box, TheReportsSayWhatIsMissing) {
  const graded result = grade("honest", "");
  const std::string state = result.results["extra_data"]["sandbox"];
  EXPECT_NE(result.terminal.find("sandbox: " + state), std::string::npos) << result.terminal;
  const graded required = grade("honest", "--require-sandbox");
  EXPECT_EQ(required.status, state == "full" ? 0 : 3) << required.terminal;
}

// simcu marks programs that it compiled without clang++.
TEST(Grade, SaysThatTheLanguageWasNotChecked) {
  const graded checked = grade("honest", "--test SumsMatch");
  EXPECT_EQ(checked.results["extra_data"]["language_checked"], true);
  EXPECT_EQ(checked.terminal.find("code that nvcc would refuse"), std::string::npos) << checked.terminal;
  const graded marked = grade("not_checked_strictly", "--test SumsMatch");
  EXPECT_EQ(marked.results["extra_data"]["language_checked"], false);
  EXPECT_NE(marked.terminal.find("Not fully checked: code that nvcc would refuse"), std::string::npos)
      << marked.terminal;
  EXPECT_NE(text_of(marked.reports / "report.html").find("Not fully checked: code that nvcc would refuse"),
            std::string::npos);
  EXPECT_EQ(marked.results["tests"][0]["tags"][2], "GOOD") << marked.terminal;
}

// The device's name comes from the runner, and is not trusted.
TEST(Grade, TheDevicesNameIsOneLine) {
  const graded result = grade("forges_its_device", "--test SumsMatch");
  EXPECT_EQ(result.terminal.find("\nScore: 100/100"), std::string::npos) << result.terminal;
  EXPECT_EQ(result.terminal.find('\x1b'), std::string::npos) << result.terminal;
}

// The grader also asks a runner without student code. On the simulated device, the claim is a lie, so the
// verdict is CRASHED.
TEST(Grade, SaysThatNoProgramCanUseTheGpu) {
  const struct {
    const char *kind, *verdict, *says;
    int status;
  } cases[] = {
      {"no_device_on_a_gpu", "NOT YOUR CODE", "the driver shows no GPU", 3},
      {"exits_before_main_on_a_gpu", "NOT YOUR CODE", "No program can use a GPU here", 3},
      {"no_device_on_a_gpu_that_works", "CRASHED", "misbehaved before the first exercise", 0},
      {"small_device_on_a_gpu", "NOT YOUR CODE", "could not determine how much memory the GPU has", 3},
      {"small_device_on_a_gpu_indeed", "NOT GRADED", "This GPU has 0 MiB of memory", 0},
      {"small_device_on_a_gpu_that_works", "GOOD", "", 0},
  };
  for (const auto& c : cases) {
    const graded result = grade(c.kind, "--backend cuda --test KeysAreSorted");
    EXPECT_EQ(result.status, c.status) << result.terminal;
    EXPECT_EQ(result.results["tests"][0]["tags"][2], c.verdict) << result.terminal;
    EXPECT_NE(result.terminal.find(c.says), std::string::npos) << result.terminal;
  }
}

// The simulated device's runner needs a second process before any student code runs.
TEST(Grade, SaysThatTheMachineGivesNoSecondProcess) {
  const graded result = grade("has_no_second_process", "--test KeysAreSorted");
  EXPECT_EQ(result.status, 3) << result.terminal;
  EXPECT_EQ(result.results["tests"][0]["tags"][2], "NOT YOUR CODE") << result.terminal;
  EXPECT_NE(result.terminal.find("no second process"), std::string::npos) << result.terminal;
}

// Being killed from outside is not an answer.
TEST(Grade, AsksAgainAfterAKillFromOutside) {
  std::atomic<bool> over{false};
  std::thread killer([&over] {
    while (!over)
      for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        std::string started;
        std::getline(std::ifstream(entry.path() / "cmdline"), started, '\0');
        if (started != runner_of("killed_once")) continue;
        kill(std::atoi(entry.path().filename().c_str()), SIGKILL);
        return;
      }
  });
  const graded result = grade("killed_once", "--test KeysAreSorted");
  over = true;
  killer.join();
  EXPECT_EQ(result.results["tests"][0]["tags"][2], "GOOD") << result.terminal;
}

TEST(Grade, GoesOnAfterACrash) {
  const graded result = grade("segfault", "");
  EXPECT_EQ(result.results["score"], 60) << result.terminal;  // all but the two tests that call `sort`
  EXPECT_NE(result.terminal.find("Score: 60/100"), std::string::npos) << result.terminal;
}

TEST(Grade, ShowsPhasesAndTheScoreOfAnHonestRunner) {
  const graded result = grade("honest", "--require-full");
  EXPECT_EQ(result.status, 0) << result.terminal;
  EXPECT_NE(result.terminal.find("Score: 100/100"), std::string::npos) << result.terminal;
  EXPECT_NE(result.terminal.find("simulated"), std::string::npos);
  EXPECT_NE(result.terminal.find("keys/s"), std::string::npos);
  const auto& phases = result.results["extra_data"]["phases"];
  ASSERT_EQ(phases.size(), 3u) << result.terminal;
  EXPECT_EQ(phases[0]["version"], "toy");
  EXPECT_EQ(phases[2]["version"], "std::sort") << "baselines stand below the student's versions";
  EXPECT_NE(result.terminal.find("baselines were not measured"), std::string::npos) << result.terminal;
}

// A row of another lab that the student cannot fill costs no points.
TEST(Grade, ShowsTheRowOfAnotherLab) {
  const graded result = grade("other_honest", "--test PhasesAreShown");
  EXPECT_EQ(result.results["score"], 10) << result.terminal;
  EXPECT_EQ(result.results["extra_data"]["phases"][0]["version"], "other") << result.terminal;
  EXPECT_EQ(result.terminal.find("row is missing"), std::string::npos) << result.terminal;
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
  for (const auto& [runner, says] : cases) {
    const graded result = grade(runner, "--test PhasesAreShown");
    EXPECT_EQ(result.results["score"], 10) << result.terminal;
    EXPECT_NE(result.terminal.find(says), std::string::npos) << result.terminal;
    EXPECT_EQ(result.results["extra_data"]["phases"].size(), 3u) << result.terminal;
  }
}

TEST(Grade, AnyMissingPointFailsRequireFull) { EXPECT_EQ(grade("unstable", "--require-full").status, 1); }

TEST(Grade, ForeignSettingsChangeNothing) {
  setenv("GTEST_FILTER", "-*", 1);
  setenv("GTEST_TOTAL_SHARDS", "2", 1);
  setenv("GTEST_SHARD_INDEX", "1", 1);
  const graded result = grade("honest", "");
  unsetenv("GTEST_FILTER");
  unsetenv("GTEST_TOTAL_SHARDS");
  unsetenv("GTEST_SHARD_INDEX");
  EXPECT_EQ(result.results["score"], 100) << result.terminal;
}

TEST(Grade, TheSameSeedGivesTheSameInputToASingleTest) {
  const graded all = grade("sum_off_at_last_block", ""),
               one = grade("sum_off_at_last_block", "--test SumsMatch");
  EXPECT_EQ(all.results["tests"][2]["output"], one.results["tests"][0]["output"]);
}

TEST(Grade, PutsTheReportsOfAPartElsewhere) {
  namespace fs = std::filesystem;
  const auto whole = grade("unstable", "");
  const std::string page = text_of(whole.reports / "report.html");
  const fs::path part = fs::temp_directory_path() / ("grade_part_" + std::to_string(getpid()));
  const auto marked = grade("unstable", "--test Lab90.PairsAreSortedStably --results " + part.string());
  for (const char* file : {"results.json", "report.html", "junit.xml"}) {
    EXPECT_TRUE(fs::exists(part / file)) << file;
    EXPECT_FALSE(fs::exists(marked.reports / file)) << file;
  }
  EXPECT_NE(text_of(part / "report.html"), page);
  EXPECT_EQ(std::distance(fs::directory_iterator(part), fs::directory_iterator()), 3)
      << "nothing else is left";
  fs::remove_all(part);
}

TEST(Grade, TakesSeveralTestsBetweenCommas) {
  const graded result = grade("honest", "--test SumsMatch,Lab90.Pairs*,,SumsMatch");
  ASSERT_EQ(result.results["tests"].size(), 2) << result.terminal;
  EXPECT_EQ(result.results["score"], 40) << result.terminal;
}

// Another student can have been graded before.
TEST(Grade, LeavesNoResultsOfAnEarlierRun) {
  const graded first = grade("honest", "--test SumsMatch");
  const std::filesystem::path results = first.reports / "results.json";
  ASSERT_TRUE(std::filesystem::exists(results));
  const std::string again = std::string(SELFCHECK_GRADE) +
                            " --rubrics " SELFCHECK_TOY " --labs-dir " SELFCHECK_TOY " --runners " +
                            first.reports.parent_path().string() + " --reports " + first.reports.string() +
                            " --test SumsMatch >/dev/null 2>&1";
  const int folder = open(first.reports.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(flock(folder, LOCK_EX), 0);
  EXPECT_EQ(WEXITSTATUS(std::system(again.c_str())), 2) << "another run holds the folder";
  EXPECT_TRUE(std::filesystem::exists(results));
  close(folder);
  EXPECT_NE(std::system(("ulimit -f 0; exec " + again).c_str()), 0) << "as on a full disk";
  for (const char* name : {"results.json", "report.html", "junit.xml"})
    EXPECT_FALSE(std::filesystem::exists(first.reports / name)) << name;
}

TEST(Grade, BadRequestsAreNamed) {
  const graded lab = grade("honest", "--lab 7"), backend = grade("honest", "--backend metal"),
               test = grade("honest", "--test sum_matches"), none = grade("honest", "--test nothing_like_it"),
               seed = grade("honest", "--seed x"), option = grade("honest", "--nonsense");
  EXPECT_EQ(lab.status, 2);
  EXPECT_NE(lab.terminal.find("90_toy"), std::string::npos) << lab.terminal;
  EXPECT_EQ(backend.status, 2);
  EXPECT_NE(backend.terminal.find("auto, sim or cuda"), std::string::npos) << backend.terminal;
  EXPECT_EQ(test.status, 2);
  EXPECT_NE(test.terminal.find("Similar names are:\n  Lab90.SumsMatch\n"), std::string::npos)
      << test.terminal;
  EXPECT_NE(test.terminal.find(" --list` lists all"), std::string::npos) << test.terminal;
  EXPECT_EQ(test.terminal.find("Lab90.KeysAreSorted"), std::string::npos) << test.terminal;
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.terminal.find("matches no test, and no name is similar. `"), std::string::npos)
      << none.terminal;
  EXPECT_EQ(seed.status, 2);
  EXPECT_EQ(option.status, 2);
}

TEST(Grade, NoCudaRunnerIsNotTheStudentsFault) {
  const graded result = grade("honest", "--backend cuda");
  EXPECT_EQ(result.status, 3);
  EXPECT_NE(result.terminal.find("for reasons outside your code"), std::string::npos) << result.terminal;
}

// Until these words are printed, the check runner counts as not yet built.
graded grade_while_building(const std::string& kind, const std::string& words, std::string& said_before) {
  constexpr int kDescriptor = 9, kTries = 60000;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0 || dup2(ends[0], kDescriptor) != kDescriptor) return {};
  std::atomic<bool> over{false};
  std::thread builder([&] {
    const auto terminal = runner_of(kind).parent_path().parent_path() / "terminal";
    for (int i = 0; i < kTries && !over && said_before.find(words) == std::string::npos; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      said_before = text_of(terminal);
    }
    close(ends[1]);
  });
  std::filesystem::remove(runner_of(kind).parent_path().parent_path() / "terminal");
  const graded result = grade(kind, "--until-failure --jobs 3 --building 9");
  over = true;
  builder.join();
  close(ends[0]);
  close(kDescriptor);
  return result;
}

// The first output of `make watch` needs only the plain runner.
TEST(Grade, TellsWhatNeedsNoCheckersWhileTheyAreBuilt) {
  std::string before;
  const graded result = grade_while_building("honest", "✓ 3  Block sums", before);
  EXPECT_NE(before.find("✓ 3  Block sums"), std::string::npos) << result.terminal;
  EXPECT_EQ(before.find("✓ 5  Clean"), std::string::npos) << "before there are checkers: " << before;
  EXPECT_NE(result.terminal.find("✓ 5  Clean"), std::string::npos) << result.terminal;
  EXPECT_NE(result.terminal.find("All right: 100 of 100 points."), std::string::npos) << result.terminal;
}

TEST(Grade, TellsThatATestFailsBeforeTheCheckersCanSayWhy) {
  std::string before;
  const std::string words = "The checkers are still being compiled. They will find the cause.";
  const graded result = grade_while_building("unsorted", words, before);
  EXPECT_NE(before.find("every kind of input, sizes around a block: WRONG"), std::string::npos) << before;
  EXPECT_EQ(before.find("is not in order"), std::string::npos) << before;
  EXPECT_NE(result.terminal.find("is not in order"), std::string::npos) << result.terminal;
}

// With more than two processes, tests are taken from both ends.
TEST(Grade, GivesTheSameMarksInAnyNumberOfProcesses) {
  const auto without_times = [](const graded& result) {
    return result.terminal.substr(0, result.terminal.find("Phases ("));
  };
  for (const char* kind : {"honest", "unsorted"}) {
    const graded alone = grade(kind, "--jobs 1");
    for (const char* jobs : {"--jobs 3", "--jobs 64"})
      EXPECT_EQ(without_times(grade(kind, jobs)), without_times(alone)) << jobs;
  }
}

// Exercise 3 fails before exercise 1 does.
TEST(Grade, ShowsTheFirstExerciseThatFailsAndNoOther) {
  std::string before;
  const graded at_once = grade("fails_late_and_early", "--until-failure --jobs 3"),
               later = grade_while_building("fails_late_and_early", "They will find the cause.", before);
  for (const std::string& text : {before, later.terminal}) {
    EXPECT_NE(text.find("✗ 1  "), std::string::npos) << text;
    EXPECT_EQ(text.find("✗ 3  "), std::string::npos) << text;
  }
  for (const graded& result : {at_once, later}) {
    EXPECT_NE(result.terminal.find("1  Sort keys"), std::string::npos) << result.terminal;
    EXPECT_EQ(result.terminal.find("3  Block sums"), std::string::npos) << result.terminal;
    EXPECT_NE(result.terminal.find("Look next at lab 90, exercise 1"), std::string::npos) << result.terminal;
  }
}

// If exercise 1 has failed, the grader does not wait for the process that runs exercise 3.
TEST(Grade, LeavesNoControlGroupOfAProcessThatItKills) {
  if (sandbox::memory_controller() != "cgroup v1")
    GTEST_SKIP() << "only with cgroup v1 can a group be created below another";
  sandbox::memory_group around;
  around.begin(std::size_t{2} << 30);
  const pid_t child = fork();
  if (child == 0) {
    around.join();
    _exit(grade("fails_and_sleeps", "--until-failure --jobs 3").status);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  for (const auto& entry : std::filesystem::directory_iterator(around.folder()))
    EXPECT_FALSE(entry.is_directory()) << entry.path();
}

TEST(Grade, RefusesADescriptorThatIsNotOpen) {
  const graded result = grade("honest", "--until-failure --building 77");
  EXPECT_EQ(result.status, 2) << result.terminal;
}

TEST(Grade, WhereNoCheckersWereBuiltTheirPointsDoNotCount) {
  const graded result = grade("on_a_gpu", "--backend cuda"),
               all_wanted = grade("no_checkers", "--require-full");
  EXPECT_EQ(result.status, 0) << result.terminal;
  EXPECT_EQ(all_wanted.status, 1) << "where all points are wanted, all tests must have run";
  EXPECT_NE(result.terminal.find("10 points of this lab are not graded here."), std::string::npos)
      << result.terminal;
  EXPECT_NE(result.terminal.find("Score: 90/90 (10 more points are not graded here)"), std::string::npos)
      << result.terminal;
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
  EXPECT_NE(result.terminal.find("toy.cu:41:3: error: 'rank' was not declared"), std::string::npos)
      << result.terminal;
  EXPECT_NE(result.terminal.find("61 more lines"), std::string::npos) << result.terminal;
}

TEST(Grade, AMissingRunnerIsTheGradersFault) {
  const graded result = grade("unbuilt", "");
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(result.results["tests"][0]["tags"][2], "NOT YOUR CODE");
}

}  // namespace
