// SPDX-License-Identifier: Apache-2.0
// One run of the grader: the settings, the labs, the current runner, and the results so far.
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
  std::string audience = "labs";  // or "solutions": selects the runners and files
  std::string backend = "sim";    // or "cuda"
  bool backend_given = false;     // by name rather than "auto"; the command that repeats a test then names it
  std::uint64_t seed = 0;
  std::filesystem::path labs;     // the folder of the student's files: labs/ or solutions/
  std::filesystem::path runners;  // below it: AUDIENCE/NN_name.BACKEND
  std::filesystem::path reports;
  std::size_t memory_mib = 2048;       // a runner's limit, in addition to the buffers of its requests
  double lab_minutes = 15;             // limit for all requests of a lab together
  double trial_seconds = 1;            // options::trial_seconds
  std::filesystem::path source;        // the workbook's root; messages name files relative to it
  std::filesystem::path built;         // options::built
  std::filesystem::path rubrics;       // has NN_name/ with rubric.csv and the reference's costs and times
  bool thorough = false;               // repeats a request of every test: test_state::shall_look_at
  int building = -1;                   // options::building
  std::size_t only_trial = 0;          // the trial to run; 0: all
  std::filesystem::path capture = {};  // the folder for the last request, or empty
};

// A cost that a test has checked.
struct budget_use {
  std::string what;                    // "kernel launches"
  std::uint64_t used = 0, budget = 0;  // budget 0: nothing is allowed if `used` is 0; otherwise there is no
                                       // limit
  std::optional<std::uint64_t> reference;  // the reference solution's use, if known
};

constexpr const char *kWork = "steps in all (work)", *kSpan = "steps one after another (span)";

// Returns the number of CUDA cores of the simulated device.
std::uint64_t lanes_of_device();

// A plain request that was repeated and counted, and the steps that its kernels took.
struct looked_at {
  std::string exercise, ran;
  std::uint64_t bytes = 0;  // the size of its buffers
  steps taken;
};

// The largest most_span of an exercise's requests, and the size in bytes of the largest such request. Both
// are 0 if no request has a most_span.
struct span_limit {
  std::uint64_t most_span = 0, bytes = 0;
  void take(const span_limit& other) {
    most_span = std::max(most_span, other.most_span);
    bytes = std::max(bytes, other.bytes);
  }
  // A request of at most that size can still have less convenient parameters.
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
  std::string text;        // why the test failed; the checkers' findings come first
  std::string cause;       // the bug that the checkers found, in a few words; "" if none
  bool explained = false;  // the bug explains the wrong result
  std::string guess;       // the mistakes that match the result; "" if the cause is known
  std::string map;         // judgement::map, and the number of elements that it shows
  std::size_t elements = 0;
  std::vector<finding> findings;         // the first one, if the checkers found something
  std::vector<kernel_counters> counted;  // the counters of the last request, if it was counted
  std::vector<budget_use> budgets;
  std::string ran;       // test_state::ran of the request that failed
  std::string printed;   // the runner's output in that request, in printable characters
  std::string repeat;    // the command that repeats this test, or its smallest failing run
  std::string smallest;  // the smallest failing run, if another one is reported: "bits = 1, n = 4"
  double seconds = 0;
  bool not_on_device = false;   // a counted request showed that kernels don't do the exercise's work
  bool on_device = false;       // a counted request showed that they do
  bool unseen = false;          // unknown, because the checked run failed first
  bool without_arrays = false;  // no request had arrays, so there is no work for kernels
  bool wrong_counted = false;   // the result of a counted request was wrong
  bool asks_parallel = false;   // test_state::asks_parallel
  bool seen_parallel = false;   // a counted request showed that many threads do the work
  // The test is good, but the checkers found a bug in a request that the test counted only for its costs. The
  // text and the other fields that describe the bug are set.
  bool overlooked = false;
  std::map<std::string, span_limit> by_kernels;  // its exercises that kernels must serve: "direct_u32"
  looked_at looked;
  std::set<std::string> answered;  // its exercises that were answered
  std::string unwritten;           // its exercise that reached a LAB_TODO
  std::string brought;             // the exercise of a plain request whose result came from the host
  std::string brought_ran;
  std::vector<run_facts> runs;  // trials::seen
  std::string
      contrast;  // what separates the failed runs, or what wrong elements share; shown before the guess
  bool withheld = false;  // good, but it loses its points because of another test of the exercise
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

// The state that all tests of a lab share across the grader's processes.
struct lab_clock {
  std::atomic<std::int64_t> microseconds{0};  // the time that requests have taken
  std::atomic<bool> retried{false};
  std::atomic<std::uint64_t> late{0};  // one bit per exercise in which a test has timed out
};

// Whether the elements of the result are right after a write outside the array.
enum class elements_inside { unknown, right, wrong };

// The state of the running test.
struct test_state {
  std::string name;  // "Lab01.SumsMatch"
  std::uint64_t seed = 0;
  std::mt19937_64 inputs;  // for the generators
  std::mt19937_64 noise;   // for guards, initial outputs and request ids
  std::string ran;  // the last request: "direct_sort, block_size = 256\nkeys: 257 × uint32, few distinct\n…"
  run_facts asked;                       // the last request's facts
  std::optional<checker_report> report;  // the last request's, if it was checked
  std::function<std::optional<checker_report>()>
      again;  // repeats the last request under the checkers, if it was not checked
  std::vector<budget_use> budgets;
  std::optional<judgement> found;  // the bug that expect_clean found in the last request: found_first()

  std::string damage;  // what the last request wrote outside its arrays: found_first()
  elements_inside inside = elements_inside::unknown;  // the elements inside, once `damage` has been judged
  std::optional<judgement> overlooked;  // the checkers' first finding in counted requests, except leaks
  std::string overlooked_ran;           // `ran` of that request
  std::string printed;
  bool asked_for_arrays = false;  // at least one request had arrays
  bool asked_plainly = false;     // at least one request needed no checkers
  bool not_on_device = false;     // test_result::not_on_device
  bool on_device = false;         // test_result::on_device
  bool doubtful = false;          // a counted request failed, or its kernels stored too little of the result
  bool counted = false;           // the last request was counted
  bool plainly = false;           // right_plainly() runs only the first request, without the checkers
  bool racing = false;            // a counted result was wrong, and the checkers found a bug
  bool wrong_counted = false;     // test_result::wrong_counted
  bool seen_parallel = false;     // test_result::seen_parallel
  bool asks_parallel = false;     // its first request has most_span
  std::map<std::string, span_limit> by_kernels;  // test_result::by_kernels
  std::set<std::string> answered;                // test_result::answered
  std::string exercise;                          // the last request's
  std::function<void()> look;                    // repeats and counts the plain request that `looked` names
  looked_at looked;
  bool looks = false;                       // one of this test's plain requests is to be repeated
  unsigned could_look = 0;                  // the number of requests from which it is drawn
  std::string brought, brought_ran;         // the exercise and the request whose result came from the host
  bool checkers_asserted = false;           // the test began with a checked request or needs_checkers()
  std::string order;                        // the schedule in which a trial is repeated under the checkers
  std::function<void()> same_trial;         // repeats the trial that has just failed
  order_says orders = order_says::nothing;  // whether the order decides the result of that trial
  std::size_t waits_before = 0;             // for barrier_mends: the access before which all threads wait
  // Returns the name of another buffer of the last answer with the same bytes; "" if there is none.
  std::function<std::string(const std::string& buffer, const void* bytes, std::size_t size)> elsewhere;
  // The index where a value of the last result that was wrong belongs: "index 7"; "" if there are several.
  std::function<std::string(const std::string& value)> belongs;
  verifier::trials trials;

  // Returns whether this plain request is to be repeated and counted after the test has passed. All requests
  // that are small enough have the same probability.
  bool shall_look_at(const protocol::request_message& message);
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

class stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Whether a runner is a program, or a tool that wraps one. The first answer is cached for the rest of the
// run.
runner_kind kind_of(const std::filesystem::path& runner, const std::string& backend);

// Returns the complete environment of a runner.
std::vector<std::string> runner_environment(const std::string& backend);

// Returns the verdict if the runner was not built, with the compiler's message if there is any.
std::optional<judgement> why_not_built(const std::filesystem::path& runner);

// Returns the exercises that were left out of a runner because they do not compile, with the compiler's
// messages.
inline constexpr const char* kLeftOut = "This exercise does not compile";  // the beginning of its tests'
                                                                           // messages
std::map<int, std::string> left_out_of(const std::filesystem::path& runner);

// Returns the verdict for a runner that got hardly any CPU time, which is not the student's fault.
judgement machine_too_busy();

// Returns the runner without any lab's code (common/build/runners.cmake); empty if it was not built.
std::filesystem::path runner_without_lab(const std::filesystem::path& runners);
// Starts a GPU runner, ends it, and returns its greeting.
exchange_result greet(const std::filesystem::path& runner);
// Returns why this runner cannot use a GPU; empty if it can.
std::string why_no_gpu(const std::filesystem::path& runner);

// Escapes control characters and bytes that are not UTF-8, as in \x1b, and characters that change the
// direction of text, as in \u202e. Keeps line ends.
std::string printable(const std::string& bytes);

// Shortens file names to labs/NN_name/… if the files are below the workbook's root or in the student's
// folder.
std::string with_short_paths(std::string text, const settings& config);

std::uint64_t mix(std::uint64_t a, std::uint64_t b);  // hash of two numbers

}  // namespace verifier
