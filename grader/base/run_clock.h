// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>

namespace verifier {

// Measures how long a process and its children have run, without the time that they waited for a core, or
// that tick() could not be called. Sleeping counts, because a process that waits for an event that never
// comes sleeps.
class run_clock {
 public:
  explicit run_clock(pid_t process);

  // Call this about every 10 ms. At most 20 ms count between two calls.
  void tick();
  // Also reads the kernel's figures. Misses threads that begin and end between two calls.
  void look();

  // Seconds up to the last look(), without waiting for a core. At least the running time of all threads per
  // usable core, so threads that make each other wait are charged.
  double charged() const;
  double wall() const { return wall_; }

 private:
  double look_at(pid_t process);  // seconds since the last call
  struct thread_time {
    std::uint64_t ran = 0, waited = 0;  // ns
  };
  pid_t process_;
  std::chrono::steady_clock::time_point ticked_;
  std::map<pid_t, thread_time> threads_;
  bool known_ = false;  // the figures of threads older than this clock have been read
  double wall_ = 0, waited_ = 0, ran_ = 0;
};

// Returns the factor, at least 1, by which these cores are slower than those for which the time limits were
// chosen. Measured once, in a few milliseconds.
double slowness();

// Returns the time limit in seconds for a request with arrays of `bytes` on the simulated device, at most
// `most`. A small limit reports an endless loop sooner.
double time_for(std::size_t bytes, double most);

std::size_t usable_cores();

}  // namespace verifier
