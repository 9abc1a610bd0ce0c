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
  std::size_t trial = 0;         // the trial of `test` to run; 0: all
  int exercise = 0;              // the exercise of `lab` to run; 0: all
  std::filesystem::path source;  // the graded tree
  std::filesystem::path built;   // the tree from which this program and the runners' parts were built
  std::filesystem::path labs, rubrics, runners, reports;
  std::filesystem::path results;  // the folder for results.json, junit.xml and report.html
  std::size_t memory_mib = 2048;  // a runner's limit, in addition to the buffers of its requests
  double lab_minutes = 15;        // limit for all requests of a lab together
  double trial_seconds = 1;       // limit for all trials after the first failure
  bool thorough = false;          // repeats a request of every test: test_state::shall_look_at
  bool require_sandbox = false;   // refuses to grade if the kernel lacks a part of the sandbox
  std::size_t jobs = 0;           // parallel test processes; 0: one per core, or 1 on a GPU
  std::vector<int> first;         // exercises whose tests run first
  bool until_failure = false;     // ends after the first exercise with a failed test
  int building = -1;              // a pipe that closes once all runners other than the labs' own are built,
                                  // or -1
  std::filesystem::path capture;  // the folder for the last request, or empty
  bool verbose = false;           // shows every failure in full
  bool list = false;
  bool sweep = false;
  bool require_full = false;
  bool all_tests() const { return test.empty() && exercise == 0; }
};

// Fills in the defaults that depend on other options. Returns an exit status if there is nothing more to do
// (--help, a bad command line). The reason has then been printed.
std::optional<int> parse_options(int argc, char** argv, options& into);

}  // namespace verifier
