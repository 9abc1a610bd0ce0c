// SPDX-License-Identifier: Apache-2.0
// How long a process and its children have really run, on a machine that others use as well, or that is slow.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>

namespace verifier {

// The time limit of a runner is not wall time: on a machine under load a right solution would miss it. What a
// process waits for a core is left out (Linux counts it in /proc/PID/task/TID/schedstat; where that is
// missing, nothing is left out), and so is time in which nobody could call tick(): then this process had no
// core either, or all of them were stopped. Sleeping counts, as waiting for something that never comes is
// sleeping. So does running: many threads that keep each other waiting are charged for the cores they keep
// busy.
class run_clock {
 public:
  explicit run_clock(pid_t process);

  // To be called every 10 ms or so. More than twice that between two calls does not count.
  void tick();
  // A tick that reads the kernel's figures, too, of the process and of all below it. Threads that begin and
  // end between two calls are not seen.
  void look();

  // Seconds since construction, as of the last look(), less what the process waited for a core.
  double charged() const;
  // Seconds since construction, in ticks.
  double wall() const { return wall_; }

 private:
  double look_at(
      pid_t process);  // the longest that one of its threads has waited for a core since the last time
  struct thread_time {
    std::uint64_t ran = 0, waited = 0;  // ns
  };
  pid_t process_;
  std::chrono::steady_clock::time_point ticked_;
  std::map<pid_t, thread_time> threads_;
  bool known_ = false;  // what the threads had before this clock started
  double wall_ = 0, waited_ = 0, ran_ = 0;
};

// How much slower this machine's cores are than those that the time limits were chosen on, at least 1:
// measured once, by a few milliseconds of arithmetic. An emulated or very old machine has more than 1.
double slowness();

// Seconds for a request of the simulated device with arrays of `bytes`, of which a large one gets `most`:
// where there is little to do, a loop without an end is told sooner. (On a GPU the first request may load the
// driver, or be made inside of compute-sanitizer.)
double time_for(std::size_t bytes, double most);

// Cores that this process may use.
std::size_t usable_cores();

}  // namespace verifier
