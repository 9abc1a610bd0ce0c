// SPDX-License-Identifier: Apache-2.0
// One run of the grader: its settings, the labs, the current runner, and the results so far.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "device_work.h"
#include "image.h"
#include "lab_test.h"
#include "rubric.h"
#include "runner_process.h"
#include "timings.h"
#include "trials.h"
#include "verdict.h"

namespace verifier {

class workers;

struct settings {
  std::string audience = "labs";  // or "solutions": whose runners and files
  std::string backend = "sim";    // or "cuda"
  bool backend_given = false;     // by name, not by "auto"; then the command that repeats a test names it
  std::uint64_t seed = 0;
  std::filesystem::path labs;     // the folder of the student's files: labs/ or solutions/
  std::filesystem::path runners;  // below it: AUDIENCE/NN_name.BACKEND
  std::filesystem::path reports;
  std::size_t memory_mib = 2048;       // limit for a runner, without the buffers of its requests
  double lab_minutes = 15;             // limit for all requests of a lab together
  double trial_seconds = 1;            // options::trial_seconds
  std::filesystem::path source;        // the workbook's root; messages name files from there
  std::filesystem::path built;         // options::built
  std::filesystem::path rubrics;       // has NN_name/ with rubric.csv and the reference's costs and times
  bool thorough = false;               // repeats a request of every test: test_state::shall_look_at
  int building = -1;                   // options::building
  std::size_t only_trial = 0;          // all, or the one with this number
  std::filesystem::path capture = {};  // empty, or the folder that gets the last request
};

// A cost that a test has checked.
struct budget_use {
  std::string what;                    // "kernel launches"
  std::uint64_t used = 0, budget = 0;  // budget 0: none is allowed or, if some was used, there is no limit
  std::optional<std::uint64_t> reference;  // the reference solution's, if it is known
};

constexpr const char *kWork = "steps in all (work)", *kSpan = "steps one after another (span)";

// The number of threads for which the simulated device has adders.
std::uint64_t lanes_of_device();

// A plain request that was made again, counted, and what its kernels took.
struct looked_at {
  std::string exercise, ran;
  std::uint64_t bytes = 0;  // of its buffers
  steps taken;
};

// The largest most_span of an exercise's requests, and the largest size of such a request in bytes; 0: none
// has one.
struct span_limit {
  std::uint64_t most_span = 0, bytes = 0;
  void take(const span_limit& other) {
    most_span = std::max(most_span, other.most_span);
    bytes = std::max(bytes, other.bytes);
  }
  // A request that is no larger may have less convenient parameters.
  bool allows(const looked_at& looked) const {
    constexpr std::uint64_t kInconvenience = 2;
    return most_span == 0 ||
           looked.taken.are_of_many_threads(looked.bytes > bytes ? UINT64_MAX : kInconvenience * most_span);
  }
};

struct test_result {
  const lab_entry* lab = nullptr;
  const rubric_row* row = nullptr;
  verdict kind = verdict::good;
  std::string text;        // why, if not good; the checkers' findings come first
  std::string cause;       // the bug that they found, in a few words; "" if none
  bool explained = false;  // that bug explains the wrong result
  std::string guess;       // what the wrong values suggest; "" if the cause is known
  std::string map;         // judgement::map, and the number of elements that it shows
  std::size_t elements = 0;
  std::vector<finding> findings;         // the first one, if the checkers found something
  std::vector<kernel_counters> counted;  // in its last request, if that was counted
  std::vector<budget_use> budgets;
  std::string ran;       // test_state::ran of the request that failed
  std::string printed;   // by the runner in that request; only printable characters
  std::string repeat;    // the command that repeats this test, or its smallest run that fails
  std::string smallest;  // that run, if it isn't the reported one: "bits = 1, n = 4"
  double seconds = 0;
  bool not_on_device = false;   // the exercise's kernels were seen not to do its work
  bool on_device = false;       // or they were seen to do it
  bool unseen = false;          // neither, because the checked run failed first
  bool without_arrays = false;  // no request had arrays: kernels compute nothing for it
  bool wrong_counted = false;   // wrong in a counted request
  bool asks_parallel = false;   // test_state::asks_parallel
  bool seen_parallel = false;   // and many threads were seen to do the work
  // The test is good, but the checkers found a bug in a counted request that it made only for its costs. The
  // text and the other fields that describe the bug are set.
  bool overlooked = false;
  std::map<std::string, span_limit> by_kernels;  // its requests that kernels must serve: "direct_u32"
  looked_at looked;
  std::set<std::string> answered;  // its requests that were answered
  std::string unwritten;           // its request that reached a LAB_TODO
  std::string brought;             // the exercise of a plain request whose result came from the host
  std::string brought_ran;
  std::vector<run_facts> runs;  // trials::seen
  std::string
      contrast;  // what separates the failed runs, or what wrong elements share; comes before the guess
  bool withheld = false;  // good, but another test of the exercise has cost it its points
  int points() const { return kind == verdict::good ? row->points : 0; }
  int possible() const { return kind == verdict::not_graded ? 0 : row->points; }
};

// The place of a version in the phase table, from top to bottom.
enum class table_place { before, other_lab, own, below };

struct phase_group {
  std::string version;
  std::size_t keys;
  std::vector<phase> phases;
  table_place place = table_place::own;
};

// The state that all tests of a lab share, in whichever of the grader's processes they run.
struct lab_clock {
  std::atomic<std::int64_t> microseconds{0};  // taken by requests
  std::atomic<bool> retried{false};
  std::atomic<std::uint64_t> late{0};  // a bit for each exercise of which a test has timed out
};

// The state of the test that runs.
struct test_state {
  std::string name;  // "Lab01.SumsMatch"
  std::uint64_t seed = 0;
  std::mt19937_64 inputs;  // of the generators
  std::mt19937_64 noise;   // of guards, unwritten outputs and request ids
  std::string ran;  // the last request: "direct_sort, block_size = 256\nkeys: 257 × uint32, few distinct\n…"
  run_facts asked;                       // the last request's
  std::optional<checker_report> report;  // of the last request, if it was checked
  std::function<std::optional<checker_report>()>
      again;  // repeats it under the checkers, if it was not checked
  std::vector<budget_use> budgets;
  std::optional<judgement> found;       // by expect_clean in the last request: found_first()
  std::optional<judgement> overlooked;  // the checkers' first finding in counted requests, except leaks
  std::string overlooked_ran;           // `ran` of that request
  std::string printed;
  bool asked_for_arrays = false;  // a request had arrays
  bool asked_plainly = false;     // a request needed no checkers
  bool not_on_device = false;     // its kernels were seen not to do the work
  bool on_device = false;         // they were seen to do it
  bool doubtful = false;          // a counted request failed, or kernels stored too little of its result
  bool counted = false;           // the last request was counted
  bool plainly = false;           // right_plainly(): its first request alone, without the checkers
  bool racing = false;            // a counted result was wrong, and the checkers had found a bug
  bool wrong_counted = false;     // test_result::wrong_counted
  bool seen_parallel = false;     // many threads were seen to do the work
  bool asks_parallel = false;     // one of its requests has most_span, the first of all
  std::map<std::string, span_limit> by_kernels;  // test_result::by_kernels
  std::set<std::string> answered;                // test_result::answered
  std::string exercise;                          // the last request's
  std::function<void()> look;  // repeats the plain request that `looked` names, and counts it
  looked_at looked;
  bool looks = false;                       // whether one of this test's requests is repeated at all
  unsigned could_look = 0;                  // requests from which it was drawn
  std::string brought, brought_ran;         // the exercise whose result the host brought, and the request
  bool checkers_asserted = false;           // a checked request came first, or needs_checkers()
  std::string order;                        // the schedule in which a trial is repeated under the checkers
  std::function<void()> same_trial;         // repeats the trial that has just failed
  order_says orders = order_says::nothing;  // whether the order decides that trial
  std::size_t waits_before = 0;             // barrier_mends: the access of that race
  // The name of another buffer of the last answer that holds these bytes; "" if there is none.
  std::function<std::string(const std::string& buffer, const void* bytes, std::size_t size)> elsewhere;
  verifier::trials trials;

  // Whether this plain request is to be repeated, counted, after the test has ended well. Each request that
  // is small enough is chosen with the same probability.
  bool shall_look_at(const protocol::request_message& message);
};

class session {
 public:
  settings config;
  std::vector<lab_entry> labs;                               // those to grade
  std::vector<test_result> results;                          // in rubric order within a lab
  std::map<std::string, std::vector<phase_group>> phases;    // by lab folder
  std::map<std::string, std::vector<shown_timings>> tables;  // by lab folder
  std::map<std::string, std::vector<std::string>> remarks;   // by lab folder
  std::map<std::string, std::string>
      outside_marks;                // by lab folder: lines that were changed there, one of the remarks
  std::string sandbox;              // sandbox::state()
  bool language_unchecked = false;  // language_is_unchecked(*this)
  std::string device;               // as the first runner named it
  std::string banner;               // the facts of a GPU, one per line (source 002)
  workers* helpers = nullptr;       // processes that run the tests, if there are any

  // Called around each test, on the lab that its suite belongs to.
  void begin_test(const lab_entry& lab, const rubric_row& row);
  test_state fresh_state() const;  // of the test that has begun
  void end_test(const judgement& ended, double seconds);
  test_state& test() { return state_; }
  const lab_entry& lab() const { return *lab_; }
  // Keeps the greatest use of each cost with the same budget, as under several schedules. Returns the
  // reference solution's use, if it is known.
  std::optional<std::uint64_t> book_budget(const std::string& what, std::uint64_t used, std::uint64_t budget);
  // Call it after the last test of a lab. It reports a bug that only a counted request has shown, and
  // withholds points. It also drops the guesses about exercises in which the checkers have found a bug in a
  // kernel that ran.
  void finish_lab(const lab_entry& lab);
  // Adds the group after those groups of its lab that have the same place.
  void add_phases(phase_group group) { add_phases(lab_->folder, std::move(group)); }
  void add_phases(const std::string& folder, phase_group group);

  // A runner of the current lab that waits for requests: the backend's, or the one built by simcu --check.
  // There is one process at a time. Ends the test if there is no runner.
  runner_process& runner(bool checked = false);
  // Whether check runners, or those of other labs, may still be missing. await_build waits until they are
  // built. With may_postpone it throws postponed instead, and the test is to be run again later.
  struct postponed {};
  bool still_builds() const;
  void await_build();
  bool may_postpone = false;
  // Called with a failed test's verdict while its reason still has to wait for a check runner that is being
  // built.
  std::function<void(verdict)> tell_early;
  // Ends the test with NOT GRADED where no check runner was built.
  void require_check_runner();
  std::filesystem::path runner_path(const lab_entry& lab, bool checked = false) const;
  // Bytes of shared memory that a block can have on the device.
  std::size_t shared_of_block();
  // Ends the test as not graded if a GPU has too little memory for arrays of `bytes` and as much again.
  void require_memory(std::size_t bytes);
  const std::filesystem::path& last_runner() const { return runner_of_; }
  void close_runner() { runner_.stop(); }

  // Calls work(), whose requests go to the runner of the lab in `folder`. The test's state about its own last
  // request is kept.
  void with_other_lab(const std::string& folder, const std::function<void()>& work);

  // The time that the lab's requests may still take. The runners' time counts, and the oracles' does not.
  double seconds_left() const;
  void book_seconds(double seconds);
  // Ends the test with TIMED OUT if no time is left.
  void require_time() const;
  // Sets the clocks to use from now on, one per lab.
  void share_clocks(lab_clock* clocks) { clocks_ = clocks; }
  // The share of its time limit that a request gets. It is a fifth once a test of the exercise has timed out,
  // so that a loop that never ends costs its full time only once.
  double share_of_limit() const;

  // True once per lab: a request whose process was killed from outside, or that was not understood, may be
  // sent again.
  bool may_retry();

  // Whether the runner contains a student's code, so that it cannot be believed if it blames the grader.
  bool runner_is_a_students() const { return config.audience == "labs"; }

  // "make grade LAB=03 TEST=Lab03.Claim SEED=7"
  std::string repeat_command(std::size_t trial = 0) const;  // 0: all of the test

 private:
  // An exercise earns no points if its kernels did not do its work, or if its code fails wherever their work
  // could be observed.
  void withhold_points(const lab_entry& lab);
  void tell_overlooked(const lab_entry& lab);
  void tell_contrasts(const lab_entry& lab);
  void tell_brought(const lab_entry& lab);
  void start_runner(bool checked);
  // Ends the test if the runner sent no greeting because no program can use the GPU: that is not the
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
  double claimed_memory_ = 0;          // of the device, as the runner says
  std::map<std::string, double> gpu_;  // as our own runner says
};

session& current_session();

class stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Whether a runner is a program, or a tool that wraps one. The first answer is kept for the rest of the run.
runner_kind kind_of(const std::filesystem::path& runner, const std::string& backend);

// The environment of a runner, from scratch.
std::vector<std::string> runner_environment(const std::string& backend);

// The verdict if the runner was not built, with the compiler's message if there is one.
std::optional<judgement> why_not_built(const std::filesystem::path& runner);

// The exercises that were left out of a runner because they do not compile, with the compiler's messages.
inline constexpr const char* kLeftOut = "This exercise does not compile";  // begins its tests' messages
std::map<int, std::string> left_out_of(const std::filesystem::path& runner);

// The verdict for a runner that got hardly any time on a core, which is not the student's fault.
judgement machine_too_busy();

// The runner without any lab's code (common/build/runners.cmake); empty if none was built.
std::filesystem::path runner_without_lab(const std::filesystem::path& runners);
// Starts a runner for a GPU and ends it; returns its greeting.
exchange_result greet(const std::filesystem::path& runner);
// Why this runner for a GPU can use none; empty if it can.
std::string why_no_gpu(const std::filesystem::path& runner);

// Shows control characters and bytes that are not UTF-8 as \x1b, and characters that change the direction of
// text as \u202e. Line ends stay.
std::string printable(const std::string& bytes);

// Shortens file names to labs/NN_name/… if they are below the workbook's root or in the student's folder.
std::string with_short_paths(std::string text, const settings& config);

std::uint64_t mix(std::uint64_t a, std::uint64_t b);  // hash of two numbers

}  // namespace verifier
