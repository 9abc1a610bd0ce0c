// SPDX-License-Identifier: Apache-2.0
// Tests side by side: processes that each take the next test that nobody has taken, and tell this one how it
// ended. Each has a runner of its own, so what a student's code does to one cannot reach the others.
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

// A test that GRADED_TEST has defined, with its place in a rubric.
struct chosen_test {
  const lab_entry* lab = nullptr;
  const rubric_row* row = nullptr;
  void (*body)() = nullptr;
};

// Those of the labs whose names ("Lab01.Claim") are among `names`, in the rubrics' order.
std::vector<chosen_test> tests_to_run(const std::vector<lab_entry>& labs, const std::set<std::string>& names);
// Runs a test in this process, and books its result in the session.
void run_here(const lab_entry& lab, const rubric_row& row, void (*body)());

class workers {
 public:
  // Starts `count` processes on the tests. Two of them take the tests in this order; if all are of one lab,
  // the others take them from the end. To be called once, before anything else was started: what the session
  // knows then, all of them know. `until_failure`: all of them take the tests in this order, and once one has
  // failed, only those of its exercise and what was left for later before it are run.
  workers(std::size_t count, std::vector<chosen_test> tests, bool until_failure);
  ~workers();
  workers(const workers&) = delete;
  workers& operator=(const workers&) = delete;

  // Called by book() for each test that has ended, in the order in which they end. With `ended` false, it is
  // called for the first test that has failed, while the reason is still being looked for.
  std::function<void(const chosen_test&, verdict, bool ended)> heard;

  // Waits until this test has ended, and books its result in the session, with all that it has shown. NOT
  // YOUR CODE if its process ended without one. False if it was left out, as others have failed.
  bool book(const lab_entry& lab, const rubric_row& row);
  // With `until_failure`: keeps the failures of the first exercise that failed, in the order of the tests,
  // and drops the others, which had begun before that failure was known.
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
  static void send_line(int socket, const nlohmann::json& told);
  void take_in(nlohmann::json told);
  void tell_first_failure();
  void listen();
  bool all_gone() const;
  bool left_out(std::size_t test) const;

  std::vector<chosen_test> tests_;
  bool until_failure_;
  const lab_entry* lab_ = nullptr;        // whose runner this process has
  std::vector<bool> heard_of_;            // ended, fails, or left for later
  std::map<std::size_t, verdict> early_;  // fails, for a reason that is not known yet
  bool told_early_ = false;
  std::vector<nlohmann::json> told_;  // null: nothing yet
  std::vector<worker> workers_;
  shared_state* shared_ = nullptr;
};

}  // namespace verifier
