// SPDX-License-Identifier: Apache-2.0
// The command line of `grade`.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace verifier {

// The meaning of the exit status.
enum exit_status { kGraded = 0, kNotFullMarks = 1, kBadRequest = 2, kGradingFailed = 3 };

struct options {
  std::string audience = "labs";
  std::string lab;  // empty: all
  std::string backend = "auto";
  std::string seed;              // empty: random
  std::string test;              // empty: all
  std::size_t trial = 0;         // of `test`, or all of its trials
  int exercise = 0;              // of `lab`; 0: all
  std::filesystem::path source;  // the tree that is graded
  std::filesystem::path built;   // the tree that this program and the runners' parts may come from
  std::filesystem::path labs, rubrics, runners, reports;
  std::filesystem::path results;  // the folder for results.json, junit.xml and report.html
  std::size_t memory_mib = 2048;  // limit for a runner, without the buffers of its requests
  double lab_minutes = 15;        // limit for all requests of a lab together
  double trial_seconds = 1;       // limit for all trials after the first that failed
  bool thorough = false;          // every test is looked at twice: test_state::shall_look_at
  bool require_sandbox = false;   // refuse to grade if the kernel lacks a part of the box
  std::size_t jobs = 0;           // processes that run tests in parallel; 0: one per core, 1 for a GPU
  std::vector<int> first;         // exercises whose tests come first
  bool until_failure = false;     // ends after the first exercise that is not all right
  int building = -1;              // or a pipe that ends when all runners but the labs' own are built
  std::filesystem::path capture;  // empty, or where the last request is written
  bool verbose = false;           // shows all of each failure
  bool list = false;
  bool sweep = false;
  bool require_full = false;
  bool all_tests() const { return test.empty() && exercise == 0; }
};

// Fills in the defaults that depend on other options. Returns an exit status if there is nothing more to do
// (--help, a bad command line); then the reason has already been printed.
std::optional<int> parse_options(int argc, char** argv, options& into);

}  // namespace verifier
