// SPDX-License-Identifier: Apache-2.0
// Runs tests in parallel. Each process repeatedly takes the next test and reports its result to this process.
// Each has its own runner, so a student's code cannot use one runner to affect the others.
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "rubric.h"
#include "verdict.h"

namespace verifier {

// A test defined by GRADED_TEST, with its place in a rubric.
struct chosen_test {
  const lab_entry* lab = nullptr;
  const rubric_row* row = nullptr;
  void (*body)() = nullptr;
};

// Returns the tests of the labs whose names ("Lab01.Claim") are in `names`, in the rubrics' order.
std::vector<chosen_test> tests_to_run(const std::vector<lab_entry>& labs, const std::set<std::string>& names);
// Runs a test in this process, and records its result in the session.
void run_here(const lab_entry& lab, const rubric_row& row, void (*body)());
// If an exercise was wrong in its counted request and in a plain one, nothing has shown who does its work.
// Then this repeats one of its right tests, drawn by the seed, and counts one of the test's requests, as
// --thorough does for each test. Call it before finish_lab().
void look_at_unproven(const lab_entry& lab);

class workers {
 public:
  // Starts `count` processes. Two of them take the tests in this order; if all tests belong to one lab, the
  // others take them from the end. Call it once, before starting anything else, because the processes inherit
  // the session's current state. With `until_failure`, all processes take the tests in this order. Once a
  // test has failed, only other tests of its exercise and earlier postponed ones are run.
  workers(std::size_t count, std::vector<chosen_test> tests, bool until_failure);
  ~workers();
  workers(const workers&) = delete;
  workers& operator=(const workers&) = delete;

  // Called by book() for each test when it has ended. It is called with `ended` false for the first failed
  // test while the cause is still being determined.
  std::function<void(const chosen_test&, verdict, bool ended)> heard;

  // Waits until this test has ended, and records its result in the session with everything that it has shown.
  // Records NOT YOUR CODE if the process ended without a result. Returns false if the test was left out after
  // another failure.
  bool book(const lab_entry& lab, const rubric_row& row);
  // With `until_failure`, keeps the failures of the first exercise that failed in the order of the tests.
  // Drops all other failures, whose tests had begun before that failure was known.
  void keep_first_failure() const;

 private:
  struct worker {
    pid_t pid;
    int socket;
    std::string received;
  };
  struct shared_state;
  [[noreturn]] void work(int socket, bool from_the_end);
  std::size_t take(bool from_the_end);
  bool run_and_tell(std::size_t test, int socket, bool may_postpone);
  static void send_line(int socket, const nlohmann::json& message);
  void take_in(nlohmann::json message);
  void tell_first_failure();
  void listen();
  bool all_gone() const;
  bool left_out(std::size_t test) const;

  std::vector<chosen_test> tests_;
  bool until_failure_;
  const lab_entry* lab_ = nullptr;        // whose runner this process has
  std::vector<bool> heard_of_;            // per test: it has ended, has failed, or was postponed
  std::map<std::size_t, verdict> early_;  // failed tests whose cause is not yet known
  bool reported_early_ = false;
  std::vector<nlohmann::json> messages_;  // per test; null: nothing yet
  std::vector<worker> workers_;
  shared_state* shared_ = nullptr;
};

}  // namespace verifier
