// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "process_tree.h"

namespace {

using namespace verifier;

TEST(ProcessTree, ADaemonIsFoundAndEnded) {
  adopt_orphans();
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    setsid();
    const pid_t daemon = fork();
    if (daemon != 0) _exit(write(ready[1], &daemon, sizeof daemon) == sizeof daemon ? 0 : 1);
    for (;;) pause();
  }
  pid_t daemon = 0;
  ASSERT_EQ(read(ready[0], &daemon, sizeof daemon), static_cast<ssize_t>(sizeof daemon));
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  const std::vector<pid_t> below = descendants(getpid());
  EXPECT_EQ(std::count(below.begin(), below.end(), daemon), 1);
  EXPECT_GT(resident_bytes({daemon}), 0u);
  kill_descendants();
  EXPECT_TRUE(descendants(getpid(), true).empty());
  close(ready[0]);
  close(ready[1]);
}

// A process that has ended has closed its files, but not its socket on purpose.
TEST(ProcessTree, AProcessThatHasEndedIsEnding) {
  EXPECT_FALSE(is_ending(getpid()));
  const pid_t child = fork();
  if (child == 0) _exit(0);
  siginfo_t ignored = {};
  ASSERT_EQ(waitid(P_PID, static_cast<id_t>(child), &ignored, WEXITED | WNOWAIT), 0);
  EXPECT_TRUE(is_ending(child));
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  EXPECT_TRUE(is_ending(child));
}

}  // namespace
