// SPDX-License-Identifier: Apache-2.0
// The result of one test, with everything that the reports say about it.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker_report.h"
#include "conditions.h"
#include "device_work.h"
#include "lab_test.h"
#include "rubric.h"
#include "verdict.h"

namespace verifier {

// A cost that a test has checked.
struct budget_use {
  std::string what;                    // "kernel launches"
  std::uint64_t used = 0, budget = 0;  // budget 0: nothing is allowed if `used` is 0; otherwise there is no
                                       // limit
  std::optional<std::uint64_t> reference;  // the reference solution's use, if known
};

constexpr const char *kWork = "steps in all (work)", *kSpan = "steps one after another (span)";

// A plain request that was repeated and counted, and the steps that its kernels took.
struct looked_at {
  std::string exercise, ran;
  std::uint64_t bytes = 0;  // the size of its buffers
  steps taken;
  std::string fault;  // why the checkers ended a launch, although the request was right without them
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
  std::string matches;     // the mistakes that match the result; "" if the cause is known
  std::string map;         // judgement::map, and the number of elements that it shows
  std::size_t elements = 0;
  std::vector<finding> findings;         // the first one, if the checkers found something
  std::vector<kernel_counters> counted;  // the counters of the last request, if it was counted
  std::vector<budget_use> budgets;
  std::string ran;                              // test_state::ran of the request that failed
  std::map<std::string, std::int64_t> numbers;  // that request's parameters and sizes
  std::vector<std::string> kernels;             // judgement::kernels
  std::string printed;  // the runner's output in that request, in printable characters
  std::string repeat;   // the command that repeats this test, or the run of it that is reported
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
  std::string contrast;         // what separates the failed runs, or what wrong elements share; shown first
  bool withheld = false;        // good, but it loses its points because of another test of the exercise
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

}  // namespace verifier
