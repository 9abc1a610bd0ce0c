// SPDX-License-Identifier: Apache-2.0
// Runs one program repeatedly under different schedules, several at once.
#pragma once
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace explore {

struct interrupted {};  // the user pressed ^C
struct bad_usage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct outcome {
  std::string output;
  std::string errors;
  std::string record;  // what SIMCU_RECORD wrote, if requested and written
  int status = 0;      // exit status, 128 + signal, or kTimedOut
  bool fits = true;    // false if the program refused the schedule
};
constexpr int kTimedOut = -1;

struct job {
  std::string schedule;
  bool records = false;
};

class program {
 public:
  // `command` is the program and its arguments, and `limit` the seconds for one run.
  program(std::vector<std::string> command, double limit, unsigned at_once);
  ~program();
  program(const program&) = delete;

  outcome run(const job& j);
  // Runs jobs in order, several at once, until `wanted` is true for one of them and all earlier jobs have
  // ended. Returns its index, or `count`. `progress` gets the number of jobs that have ended.
  std::size_t first(std::size_t count, const std::function<job(std::size_t)>& job_of,
                    const std::function<bool(std::size_t, const outcome&)>& wanted,
                    const std::function<void(std::size_t)>& progress = {});
  std::string text() const;

 private:
  struct running;
  running start(std::size_t index, const job& j);
  outcome collect(const running& r, int status) const;

  std::vector<std::string> command_;
  double limit_;
  unsigned at_once_;
  std::string folder_;
};

void catch_interrupt();

}  // namespace explore
