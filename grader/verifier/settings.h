// SPDX-License-Identifier: Apache-2.0
// The settings of one run of the grader.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace verifier {

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

}  // namespace verifier
