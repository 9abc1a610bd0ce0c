// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

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

// `more` has further arguments. The runner `unbuilt` is missing, and `log` is the compiler's message. Runners
// called other_… also imitate another lab's runner.
graded grade(const std::string& kind, const std::string& more, const std::string& log = "");

// Whether the terminal shows these words, on one line or on several.
testing::AssertionResult says(const graded& result, const std::string& words);

std::filesystem::path runner_of(const std::string& kind);

std::string text_of(const std::filesystem::path& file);

}  // namespace toy
