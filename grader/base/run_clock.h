// SPDX-License-Identifier: Apache-2.0
// Measures how long a process and its children have really run on a shared or slow machine.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>

namespace verifier {

// A runner's time limit is not wall time, because on a loaded machine a right solution would exceed it. The
// clock excludes time in which the process waits for a core (Linux counts it in /proc/PID/task/TID/schedstat;
// if that file is missing, nothing is excluded). It also excludes time in which tick() could not be called,
// because this process had no core either, or all processes were stopped. Sleeping counts, because a process
// that waits for an event that never comes sleeps. Running also counts: if many threads make each other wait,
// the process is charged for the cores that they keep busy.
class run_clock {
 public:
  explicit run_clock(pid_t process);

  // Call this about every 10 ms. At most twice that time counts between two calls.
  void tick();
  // A tick that also reads the kernel's figures for the process and its children. It misses threads that
  // begin and end between two calls.
  void look();

  // Seconds from construction to the last look(), without the time that the process waited for a core.
  double charged() const;
  // Seconds since construction, as the sum of the ticks.
  double wall() const { return wall_; }

 private:
  double look_at(pid_t process);  // the longest time that a thread of the process has waited for a core since
                                  // the last call
  struct thread_time {
    std::uint64_t ran = 0, waited = 0;  // ns
  };
  pid_t process_;
  std::chrono::steady_clock::time_point ticked_;
  std::map<pid_t, thread_time> threads_;
  bool known_ = false;  // whether the figures of threads older than this clock have been read
  double wall_ = 0, waited_ = 0, ran_ = 0;
};

// The factor, at least 1, by which this machine's cores are slower than those for which the time limits were
// chosen. Measured once, with a few milliseconds of arithmetic. It is above 1 on an emulated or very old
// machine.
double slowness();

// The time limit in seconds for a request with arrays of `bytes` on the simulated device; a large request
// gets `most`. A smaller limit reports an endless loop sooner. (On a GPU, the first request may load the
// driver or run under compute-sanitizer.)
double time_for(std::size_t bytes, double most);

// The number of cores that this process may use.
std::size_t usable_cores();

}  // namespace verifier
