// SPDX-License-Identifier: Apache-2.0
// Faults of the machine and of the grader are not the student's.
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "toy.h"

namespace {

using namespace toy;

// The reference's runner has only the grader's code.
TEST(Grade, ItsOwnAdaptersFaultIsItsOwn) {
  const graded result = grade("adapter_wants_more", "--audience solutions --test KeysAreSorted");
  EXPECT_EQ(result.status, 3) << result.terminal;
  EXPECT_EQ(result.results["tests"][0]["tags"][2], "NOT YOUR CODE");
  EXPECT_TRUE(says(result, "`radix_bits`"));
}

TEST(Box, ALabHasItsTime) {
  const graded result = grade("sleeps_each_time", "--lab-minutes 0.05");
  EXPECT_TRUE(says(result, "This lab has used up its time"));
  EXPECT_TRUE(says(result, "at most 0.05 min"));
}

TEST(Box, TheReportsSayWhatIsMissing) {
  const graded result = grade("honest", "");
  const std::string state = result.results["extra_data"]["sandbox"];
  EXPECT_NE(result.terminal.find("sandbox: " + state), std::string::npos) << result.terminal;
  const graded required = grade("honest", "--require-sandbox");
  EXPECT_EQ(required.status, state == "full" ? 0 : 3) << required.terminal;
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
    EXPECT_TRUE(says(result, c.says));
  }
}

// The simulated device's runner needs a second process before any student code runs.
TEST(Grade, SaysThatTheMachineGivesNoSecondProcess) {
  const graded result = grade("has_no_second_process", "--test KeysAreSorted");
  EXPECT_EQ(result.status, 3) << result.terminal;
  EXPECT_EQ(result.results["tests"][0]["tags"][2], "NOT YOUR CODE") << result.terminal;
  EXPECT_TRUE(says(result, "no second process"));
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

TEST(Grade, NoCudaRunnerIsNotTheStudentsFault) {
  const graded result = grade("honest", "--backend cuda");
  EXPECT_EQ(result.status, 3);
  EXPECT_TRUE(says(result, "for reasons outside your code"));
}

TEST(Grade, AMissingRunnerIsTheGradersFault) {
  const graded result = grade("unbuilt", "");
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(result.results["tests"][0]["tags"][2], "NOT YOUR CODE");
}

}  // namespace
