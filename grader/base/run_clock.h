// SPDX-License-Identifier: Apache-2.0
// Measures how long a process and its children have really run, on a machine that is shared or slow.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>

namespace verifier {

// The time limit of a runner is not wall time: on a loaded machine a right solution would exceed it. The
// clock leaves out the time in which the process waits for a core (Linux counts it in
// /proc/PID/task/TID/schedstat; if that file is missing, nothing is left out). It also leaves out time in
// which tick() could not be called: then this process had no core either, or all processes were stopped.
// Sleeping counts, because a process that waits for something that never comes sleeps. Running counts too: if
// many threads make each other wait, the process is charged for the cores that they keep busy.
class run_clock {
 public:
  explicit run_clock(pid_t process);

  // Call this about every 10 ms. Between two calls at most twice that time counts.
  void tick();
  // A tick that also reads the kernel's figures for the process and its descendants. It misses threads that
  // begin and end between two calls.
  void look();

  // Seconds since construction, as of the last look(), minus the time that the process waited for a core.
  double charged() const;
  // Seconds since construction, as the sum of the ticks.
  double wall() const { return wall_; }

 private:
  double look_at(
      pid_t process);  // the longest time that one of its threads has waited for a core since the last call
  struct thread_time {
    std::uint64_t ran = 0, waited = 0;  // ns
  };
  pid_t process_;
  std::chrono::steady_clock::time_point ticked_;
  std::map<pid_t, thread_time> threads_;
  bool known_ = false;  // whether the figures of threads older than this clock have been read
  double wall_ = 0, waited_ = 0, ran_ = 0;
};

// How many times slower this machine's cores are than the cores for which the time limits were chosen; at
// least 1. Measured once, by a few milliseconds of arithmetic. The factor is above 1 on an emulated or very
// old machine.
double slowness();

// Seconds for a request of the simulated device with arrays of `bytes`; a large request gets `most`. A small
// limit reports an endless loop sooner. (On a GPU the first request may load the driver, or run inside
// compute-sanitizer.)
double time_for(std::size_t bytes, double most);

// Cores that this process may use.
std::size_t usable_cores();

}  // namespace verifier
