// SPDX-License-Identifier: Apache-2.0
// Runs the toy lab's grader on one of the wrong runners.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace toy {

struct graded {
  int status = -1;
  std::string terminal;    // stdout and stderr
  nlohmann::json results;  // discarded if none were written
  std::filesystem::path reports;
};

// Runs it with the arguments `more`. The runner `unbuilt` is missing, and `log` is the compiler's message, if
// there is one. Runners called other_… also imitate another lab's runner.
graded grade(const std::string& kind, const std::string& more, const std::string& log = "");

// The path of the runner of that kind, as on its command line.
std::filesystem::path runner_of(const std::string& kind);

std::string text_of(const std::filesystem::path& file);

}  // namespace toy
