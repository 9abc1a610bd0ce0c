// SPDX-License-Identifier: Apache-2.0
// One run of the grader: the settings, the labs, the current runner, and the results so far.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lab_test.h"
#include "printable.h"
#include "rubric.h"
#include "runner_process.h"
#include "runner_programs.h"
#include "settings.h"
#include "test_result.h"
#include "test_state.h"
#include "timings.h"
#include "verdict.h"

namespace verifier {

class workers;

// The state that all tests of a lab share across the grader's processes.
struct lab_clock {
  std::atomic<std::int64_t> microseconds{0};  // the time that requests have taken
  std::atomic<bool> retried{false};
  std::atomic<std::uint64_t> late{0};  // one bit per exercise in which a test has timed out
};

class session {
 public:
  settings config;
  std::vector<lab_entry> labs;                               // the labs to grade
  std::vector<test_result> results;                          // within a lab in rubric order
  std::map<std::string, std::vector<phase_group>> phases;    // by lab folder
  std::map<std::string, std::vector<shown_timings>> tables;  // by lab folder
  std::map<std::string, std::vector<std::string>> remarks;   // by lab folder
  std::map<std::string, std::string>
      outside_marks;                // by lab folder: a remark about lines changed outside the marks
  std::string sandbox;              // sandbox::state()
  bool language_unchecked = false;  // language_is_unchecked(*this)
  std::string device;               // as named by the first runner
  std::string banner;               // the GPU's properties, one per line (source 002)
  workers* helpers = nullptr;       // processes that run the tests, if there are any

  // Called before and after each test, with the lab of its suite.
  void begin_test(const lab_entry& lab, const rubric_row& row);
  test_state fresh_state() const;  // for the test that has begun
  void end_test(const judgement& ended, double seconds);
  test_state& test() { return state_; }
  const lab_entry& lab() const { return *lab_; }
  // Keeps the largest use of each cost and budget, for example over several schedules. Returns the reference
  // solution's use, if known.
  std::optional<std::uint64_t> book_budget(const std::string& what, std::uint64_t used, std::uint64_t budget);
  // Call it after the last test of a lab. It reports a bug that appeared only in a counted request, and
  // withholds points. It also drops the matches in exercises in whose kernels the checkers have found a
  // bug.
  void finish_lab(const lab_entry& lab);
  // Adds the group after the lab's other groups with the same place.
  void add_phases(phase_group group) { add_phases(lab_->folder, std::move(group)); }
  void add_phases(const std::string& folder, phase_group group);

  // A runner of the current lab, ready for requests: the backend's, or the one built with simcu --check.
  // There is only one process at a time. Ends the test if there is no runner.
  runner_process& runner(bool checked = false);
  // Whether check runners, or other labs' runners, can still be missing. await_build waits until they are
  // built. With may_postpone it throws postponed instead, and the test is run again later.
  struct postponed {};
  bool still_builds() const;
  void await_build();
  bool may_postpone = false;
  // Called with a failed test's verdict when its cause is not known until a check runner has been built.
  std::function<void(verdict)> tell_early;
  // Ends the test with NOT GRADED if no check runner was built.
  void require_check_runner();
  std::filesystem::path runner_path(const lab_entry& lab, bool checked = false) const;
  // Returns the most bytes of shared memory that a block can have on the device.
  std::size_t shared_of_block();
  // Ends the test with NOT GRADED if the GPU has less than twice `bytes` of memory.
  void require_memory(std::size_t bytes);
  const std::filesystem::path& last_runner() const { return runner_of_; }
  void close_runner() { runner_.stop(); }

  // Calls work(), whose requests go to the runner of the lab in `folder`. The test's state about its own last
  // request is preserved.
  void with_other_lab(const std::string& folder, const std::function<void()>& work);

  // Returns the time left for the lab's requests. Only the runners' time counts, not the oracles'.
  double seconds_left() const;
  void book_seconds(double seconds);
  // Ends the test with TIMED OUT if no time is left.
  void require_time() const;
  // Sets the clocks to use from now on, one per lab.
  void share_clocks(lab_clock* clocks) { clocks_ = clocks; }
  // Returns the fraction of its time limit that a request gets. It is a fifth once a test of the exercise has
  // timed out, so that an endless loop takes its full time only once.
  double share_of_limit() const;

  // Returns whether a request may be sent again after its process was killed from outside, or after it was
  // not understood. True once per lab.
  bool may_retry();

  // Returns whether the runner contains a student's code, so that it is not trusted when it blames the
  // grader.
  bool runner_is_a_students() const { return config.audience == "labs"; }

  // "make grade LAB=03 TEST=Lab03.Claim SEED=7"
  std::string repeat_command(std::size_t trial = 0) const;  // 0: the whole test

 private:
  // Withholds an exercise's points if its kernels did not do the work, or if its code fails wherever that can
  // be observed.
  void withhold_points(const lab_entry& lab);
  void tell_overlooked(const lab_entry& lab);
  void tell_contrasts(const lab_entry& lab);
  void tell_brought(const lab_entry& lab);
  void start_runner(bool checked);
  // Ends the test if the runner sent no greeting because no program can use the GPU, which is not the
  // student's fault.
  void require_gpu(const exchange_result& hello);
  const std::map<std::string, double>& gpu();
  bool checkers_live();
  void require_compiled() const;
  test_state state_;
  lab_clock own_clock_;
  lab_clock* clocks_ = nullptr;  // shared with other processes
  lab_clock* clock_ = &own_clock_;
  const lab_entry* lab_ = nullptr;
  const rubric_row* row_ = nullptr;
  runner_process runner_;
  std::filesystem::path runner_of_;
  double claimed_memory_ = 0;          // the device's, as the student's runner reports it
  std::map<std::string, double> gpu_;  // as our own runner reports it
};

session& current_session();

// Returns the number of CUDA cores of the simulated device.
std::uint64_t lanes_of_device();

class stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

std::uint64_t mix(std::uint64_t a, std::uint64_t b);  // hash of two numbers

}  // namespace verifier
