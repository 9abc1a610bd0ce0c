// SPDX-License-Identifier: Apache-2.0
#include "run_clock.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <thread>
#include <vector>

namespace {

using namespace verifier;

// Processes that share one core until this object is destroyed.
class crowd {
 public:
  explicit crowd(int size, const std::function<void()>& work) {
    for (int i = 0; i < size; ++i) {
      const pid_t child = fork();
      if (child == 0) {
        cpu_set_t allowed, one;
        CPU_ZERO(&one);
        sched_getaffinity(0, sizeof allowed, &allowed);
        int core = 0;
        while (!CPU_ISSET(core, &allowed)) ++core;
        CPU_SET(core, &one);
        sched_setaffinity(0, sizeof one, &one);
        for (;;) work();
      }
      members.push_back(child);
    }
  }
  ~crowd() {
    for (const pid_t member : members) kill(member, SIGKILL);
    for (const pid_t member : members) waitpid(member, nullptr, 0);
  }
  std::vector<pid_t> members;
};

// Waits at least a second, and then until the condition holds. False if it never does.
bool watch(run_clock& timer, const std::function<bool()>& is_so) {
  constexpr double kLeast = 1, kMost = 60;
  while (timer.wall() < kMost) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    timer.look();
    if (timer.wall() > kLeast && is_so()) return true;
  }
  return false;
}

TEST(RunClock, WaitingForACoreIsNotCharged) {
  if (!std::ifstream("/proc/self/schedstat").good()) GTEST_SKIP() << "no schedstat in this kernel";
  const crowd busy(8, [] {
    for (volatile int i = 0; i < 1000; ++i) {
    }
  });
  run_clock timer(busy.members.front());
  EXPECT_TRUE(watch(timer, [&] { return timer.charged() < 0.6 * timer.wall(); })) << timer.charged();
}

TEST(RunClock, SleepingIsCharged) {
  const crowd idle(1, [] { pause(); });
  run_clock timer(idle.members.front());
  EXPECT_TRUE(watch(timer, [&] { return timer.charged() > 0.9 * timer.wall(); })) << timer.charged();
}

// Imitates a time in which all processes are stopped, or other processes have the cores.
TEST(RunClock, TimeInWhichNobodyCouldLookIsNotCharged) {
  const crowd idle(1, [] { pause(); });
  run_clock timer(idle.members.front());
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  timer.look();
  EXPECT_LT(timer.charged(), 0.1);
}

// A one-thread kernel that never ends was once reported only after 96 s.
TEST(RunClock, SmallArraysGetLessTime) {
  EXPECT_EQ(time_for(4000, 120), 5);
  EXPECT_EQ(time_for(30000, 120), 12) << "reports say \"within 12 s\"";
  EXPECT_EQ(time_for(std::size_t{4} << 20, 120), 120);
  EXPECT_EQ(time_for(std::size_t{4} << 20, 2.5), 2.5);
  EXPECT_EQ(time_for(0, 2.5), 2.5);
}

TEST(RunClock, AMachineIsNotFasterThanUsual) { EXPECT_GE(slowness(), 1); }

}  // namespace
