// SPDX-License-Identifier: Apache-2.0
// What `make watch` asks for: --until-failure, --building and --jobs.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>

#include "../../sandbox/cgroup.h"
#include "toy.h"

namespace {

using namespace toy;

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
  EXPECT_TRUE(says(result, "✓ 5  Clean"));
  EXPECT_TRUE(says(result, "All right: 100 of 100 points."));
}

TEST(Grade, TellsThatATestFailsBeforeTheCheckersCanSayWhy) {
  std::string before;
  const std::string words = "The checkers are still being compiled. They will find the cause.";
  const graded result = grade_while_building("unsorted", words, before);
  EXPECT_NE(before.find("every kind of input, sizes around a block: WRONG"), std::string::npos) << before;
  EXPECT_EQ(before.find("is not in order"), std::string::npos) << before;
  EXPECT_TRUE(says(result, "is not in order"));
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
    EXPECT_TRUE(says(result, "1  Sort keys"));
    EXPECT_FALSE(says(result, "3  Block sums"));
    EXPECT_TRUE(says(result, "Look next at lab 90, exercise 1"));
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

}  // namespace
