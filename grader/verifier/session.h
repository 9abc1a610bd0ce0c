// SPDX-License-Identifier: Apache-2.0
// One run of the grader: what was asked for, the labs, the runner at hand, and the results so far.
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
  bool backend_given = false;     // by name, not by "auto": repeated in the command that repeats a test
  std::uint64_t seed = 0;
  std::filesystem::path labs;     // the folder of the student's files: labs/ or solutions/
  std::filesystem::path runners;  // below it: AUDIENCE/NN_name.BACKEND
  std::filesystem::path reports;
  std::size_t memory_mib = 2048;       // that a runner may use, besides the buffers of its requests
  double lab_minutes = 15;             // that all requests of a lab may take together
  double trial_seconds = 1;            // options::trial_seconds
  std::filesystem::path source;        // the workbook's root; messages name files from there
  std::filesystem::path built;         // options::built
  std::filesystem::path rubrics;       // NN_name below it: rubric.csv, and what the reference took
  bool thorough = false;               // looks at every test: test_state::shall_look_at
  int building = -1;                   // options::building
  std::size_t only_trial = 0;          // all, or the one with this number
  std::filesystem::path capture = {};  // empty, or the folder that gets the last request
};

// A cost that a test has looked at.
struct budget_use {
  std::string what;                        // "kernel launches"
  std::uint64_t used = 0, budget = 0;      // nothing is allowed, or, if something was used, anything
  std::optional<std::uint64_t> reference;  // what the reference solution uses, where that is known
};

constexpr const char *kWork = "steps in all (work)", *kSpan = "steps one after another (span)";

// Threads for which the simulated device has a unit that adds.
std::uint64_t lanes_of_device();

// A plain request that was made again, counted, and what its kernels took.
struct looked_at {
  std::string exercise, ran;
  std::uint64_t bytes = 0;  // of its buffers
  steps taken;
};

// The greatest most_span of an exercise's requests, and of how many bytes they are at most; 0: none has one.
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
  std::string text;        // why, if not good: what the checkers found comes first
  std::string cause;       // the bug that they found, in a few words; "" if they found none
  bool explained = false;  // that bug says why the result is wrong
  std::string guess;       // what the wrong values look like; "" where that is known
  std::string map;         // judgement::map, and the number of elements that it shows
  std::size_t elements = 0;
  std::vector<finding> findings;         // the first one, if the checkers found something
  std::vector<kernel_counters> counted;  // of its last request, if that was counted
  std::vector<budget_use> budgets;
  std::string ran;       // test_state::ran of the request that failed
  std::string printed;   // by the runner during that request; printable characters only
  std::string repeat;    // the command that repeats this test, or its smallest run that fails
  std::string smallest;  // that run, if it isn't the one that is told: "bits = 1, n = 4"
  double seconds = 0;
  bool not_on_device = false;   // it was seen that the exercise's kernels did not do its work
  bool on_device = false;       // or that they did
  bool unseen = false;          // neither, because the checked run failed first
  bool without_arrays = false;  // none of its requests had any: it asks for nothing that kernels compute
  bool wrong_counted = false;   // wrong where it was counted
  bool asks_parallel = false;   // test_state::asks_parallel
  bool seen_parallel = false;   // and it was seen that many threads did it
  // Good, but the checkers found a bug in a counted request that the test looked at for its costs alone; the
  // text and what else tells of it are set.
  bool overlooked = false;
  // What it asked for where kernels must do the work, as "direct_u32".
  std::map<std::string, span_limit> by_kernels;
  looked_at looked;
  std::set<std::string> answered;  // what it asked for and got; of a LAB_TODO that it reached:
  std::string unwritten;           // what it asked for there
  std::string brought;             // the exercise of a plain request whose result came from the host
  std::string brought_ran;
  std::vector<run_facts> runs;  // trials::seen
  std::string
      contrast;  // what separates those that failed, or what wrong elements share; said before the guess
  bool withheld = false;  // good, but what another test has shown of the exercise costs its points
  int points() const { return kind == verdict::good ? row->points : 0; }
  int possible() const { return kind == verdict::not_graded ? 0 : row->points; }
};

// Where a version is in the phase table, from above.
enum class table_place { before, other_lab, own, below };

struct phase_group {
  std::string version;
  std::size_t keys;
  std::vector<phase> phases;
  table_place place = table_place::own;
};

// What all tests of a lab share, in whichever of the grader's processes they run.
struct lab_clock {
  std::atomic<std::int64_t> microseconds{0};  // that requests have taken
  std::atomic<bool> retried{false};
  std::atomic<std::uint64_t> late{0};  // exercises of which a test has timed out, a bit each
};

// The state of the test that runs.
struct test_state {
  std::string name;  // "Lab01.SumsMatch"
  std::uint64_t seed = 0;
  std::mt19937_64 inputs;  // of the generators
  std::mt19937_64 noise;   // of guards, unwritten outputs and request ids
  std::string ran;  // the last request: "direct_sort, block_size = 256\nkeys: 257 × uint32, few distinct\n…"
  run_facts asked;                                       // the last request's
  std::optional<checker_report> report;                  // of the last request, if it was checked
  std::function<std::optional<checker_report>()> again;  // makes the last one under the checkers, if not
  std::vector<budget_use> budgets;
  std::optional<judgement> found;       // by expect_clean in the last request: found_first()
  std::optional<judgement> overlooked;  // what the checkers found first in counted requests, but for leaks
  std::string overlooked_ran;           // `ran` of that request
  std::string printed;
  bool asked_for_arrays = false;  // a request had some
  bool asked_plainly = false;     // something that needs no checkers
  bool not_on_device = false;     // its kernels did not do the work
  bool on_device = false;         // they did
  bool doubtful = false;          // a counted request failed, or kernels stored too little of its result
  bool counted = false;           // the last request was
  bool plainly = false;           // right_plainly(): its first request alone, without the checkers
  bool racing = false;            // a counted result was wrong where the checkers had found something
  bool wrong_counted = false;     // test_result::wrong_counted
  bool seen_parallel = false;     // of such a request: that many threads did it
  bool asks_parallel = false;     // one of its requests has most_span, the first of all
  std::map<std::string, span_limit> by_kernels;  // test_result::by_kernels
  std::set<std::string> answered;                // test_result::answered
  std::string exercise;                          // the last request's
  std::function<void()> look;  // makes a plain request again, which `looked` names, and counts it
  looked_at looked;
  bool looks = false;                // whether it is drawn from this test's at all
  unsigned could_look = 0;           // requests of which it was drawn
  std::string brought, brought_ran;  // the exercise and its request whose result the host brought
  bool checkers_asserted = false;    // a checked request came first, or needs_checkers()
  std::string order;                 // the schedule in which a trial is made once more, under the checkers
  std::function<void()> same_trial;  // makes the trial that has just failed once more
  order_says orders = order_says::nothing;  // of that trial
  // The name of another buffer of the last answer that holds these bytes; "" if there is none.
  std::function<std::string(const std::string& buffer, const void* bytes, std::size_t size)> elsewhere;
  verifier::trials trials;

  // Whether this plain request is the one to be made again, counted, when the test has ended well: each of
  // those that are small enough with the same probability.
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
  std::string banner;               // the facts of a GPU, one a line (source 002)
  workers* helpers = nullptr;       // processes that run the tests, if there are any

  // Called around each test, on the lab that its suite belongs to.
  void begin_test(const lab_entry& lab, const rubric_row& row);
  test_state fresh_state() const;  // of the test that has begun
  void end_test(const judgement& ended, double seconds);
  test_state& test() { return state_; }
  const lab_entry& lab() const { return *lab_; }
  // Of the same cost with the same budget, as under several schedules, the greatest. Returns what the
  // reference solution uses, if that is known.
  std::optional<std::uint64_t> book_budget(const std::string& what, std::uint64_t used, std::uint64_t budget);
  // After the last test of a lab: a bug that a counted request showed is told, if no other test has told it;
  // drops the guesses about exercises in which the checkers have found a bug, in a kernel that ran, and
  // withholds points.
  void finish_lab(const lab_entry& lab);
  // After the groups of its lab that are in the same place.
  void add_phases(phase_group group) { add_phases(lab_->folder, std::move(group)); }
  void add_phases(const std::string& folder, phase_group group);

  // A runner of the current lab that waits for requests: the backend's, or the one built by simcu --check.
  // One process at a time. Ends the test if there is none.
  runner_process& runner(bool checked = false);
  // Whether check runners, or those of other labs, may not be there yet. Waits until they are, or with
  // may_postpone throws postponed: the test is to be run again later.
  struct postponed {};
  bool still_builds() const;
  void await_build();
  bool may_postpone = false;
  // Told of a failed test whose reason is still to be looked for, by a check runner that is being built.
  std::function<void(verdict)> tell_early;
  // Ends the test with NOT GRADED where no check runner was built.
  void require_check_runner();
  std::filesystem::path runner_path(const lab_entry& lab, bool checked = false) const;
  // Bytes of shared memory that a block can have on the device.
  std::size_t shared_of_block();
  // Ends the test where a GPU has too little memory for arrays of `bytes` and as much next to them: it isn't
  // graded.
  void require_memory(std::size_t bytes);
  const std::filesystem::path& last_runner() const { return runner_of_; }
  void close_runner() { runner_.stop(); }

  // Calls work(), whose requests go to the runner of the lab in `folder`. What the test knows of its own last
  // request stays as it was.
  void with_other_lab(const std::string& folder, const std::function<void()>& work);

  // The time that the lab's requests may still take; counts what runners take, not the oracles.
  double seconds_left() const;
  void book_seconds(double seconds);
  // Ends the test with TIMED OUT if no time is left.
  void require_time() const;
  // One for each lab, to be used from now on.
  void share_clocks(lab_clock* clocks) { clocks_ = clocks; }
  // How much of its time limit a request gets. Once a test of an exercise has timed out, a fifth: a loop that
  // never ends should cost its time once.
  double share_of_limit() const;

  // Once in each lab: a request whose process was killed from outside, or that was not understood, is sent
  // again.
  bool may_retry();

  // Whether the runner holds a student's code, so that what it says of the grader's faults proves nothing.
  bool runner_is_a_students() const { return config.audience == "labs"; }

  // "make grade LAB=03 TEST=Lab03.Claim SEED=7"
  std::string repeat_command(std::size_t trial = 0) const;  // 0: all of the test

 private:
  // An exercise whose kernels did not do its work earns none of its points, nor does one whose code fails
  // wherever that could be seen.
  void withhold_points(const lab_entry& lab);
  void tell_overlooked(const lab_entry& lab);
  void tell_contrasts(const lab_entry& lab);
  void tell_brought(const lab_entry& lab);
  void start_runner(bool checked);
  // Ends the test where a runner did not greet and no program can use the GPU: nobody's mistake.
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

// Whether a runner is a program or a tool around one. What it was when it was asked for first is what it
// stays.
runner_kind kind_of(const std::filesystem::path& runner, const std::string& backend);

// The environment of a runner, from scratch.
std::vector<std::string> runner_environment(const std::string& backend);

// If the runner was not built: the verdict, with the compiler's message where there is one.
std::optional<judgement> why_not_built(const std::filesystem::path& runner);

// The exercises that were left out of a runner because they do not compile, with what the compiler said.
inline constexpr const char* kLeftOut = "This exercise does not compile";  // begins what is told of its tests
std::map<int, std::string> left_out_of(const std::filesystem::path& runner);

// A runner that got hardly any time of a core, which is nobody's mistake.
judgement machine_too_busy();

// The runner that holds nobody's code (common/build/runners.cmake); empty if none was built.
std::filesystem::path runner_without_lab(const std::filesystem::path& runners);
// Starts a runner for a GPU, and ends it: what it says first.
exchange_result greet(const std::filesystem::path& runner);
// Why the runner at this path, which is one for a GPU, can use none; empty if it can.
std::string why_no_gpu(const std::filesystem::path& runner);

// Control characters and bytes that are not UTF-8 as \x1b, what turns the direction of text as \u202e; line
// ends stay.
std::string printable(const std::string& bytes);

// File names below the workbook's root, or in the student's folder wherever that is, as labs/NN_name/…
std::string with_short_paths(std::string text, const settings& config);

std::uint64_t mix(std::uint64_t a, std::uint64_t b);  // hash of two numbers

}  // namespace verifier
