// SPDX-License-Identifier: Apache-2.0
// Runs compute-sanitizer on the given scan. Each tool is stopped after kToolSeconds, and none is started
// after kAllSeconds.
#pragma once
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "session.h"

namespace lab03 {

constexpr int kToolSeconds = 20, kAllSeconds = 30;

// Returns an absolute path, or "".
inline std::string find_sanitizer() {
  const auto variable = [](const char* name) -> std::string {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  std::istringstream folders(variable("PATH") + ":" + variable("CUDA_HOME") + "/bin:/usr/local/cuda/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string path = folder + "/compute-sanitizer";
    if (folder.rfind('/', 0) == 0 && access(path.c_str(), X_OK) == 0) return path;
  }
  return "";
}

// While an object exists, the lab's runner runs under one tool of compute-sanitizer.
class sanitized_runner {
 public:
  sanitized_runner(const std::string& sanitizer, const std::string& tool)
      : before_(grading().config.runners) {
    const std::filesystem::path runner = std::filesystem::absolute(grading().runner_path(grading().lab()));
    folder_ = std::filesystem::temp_directory_path() / fmt::format("sanitized-{}", getpid());
    grading().close_runner();
    grading().config.runners = folder_;
    const std::filesystem::path script = grading().runner_path(grading().lab());
    std::filesystem::create_directories(script.parent_path());
    std::ofstream(script) << fmt::format(
        "#!/bin/sh\nexec timeout --foreground -k 1 {} \"{}\" --tool {} \"{}\" \"$@\"\n", kToolSeconds,
        sanitizer, tool, runner.string());
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  }
  ~sanitized_runner() {
    grading().close_runner();
    grading().config.runners = before_;
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  sanitized_runner(const sanitized_runner&) = delete;
  sanitized_runner& operator=(const sanitized_runner&) = delete;

 private:
  static verifier::session& grading() { return verifier::current_session(); }
  std::filesystem::path before_, folder_;
};

// Returns the tool's last line, such as "ERROR SUMMARY: 0 errors", or "".
inline std::string summary_in(const std::string& output) {
  const std::size_t word = output.rfind(" SUMMARY: ");
  if (word == std::string::npos) return "";
  const std::size_t mark = output.rfind("= ", word), begin = mark == std::string::npos ? 0 : mark + 2;
  return output.substr(begin, output.find('\n', word) - begin);
}

// Returns a line for the report. run() returns whether the result was right.
template <class Run>
std::string line_of_tool(const std::string& sanitizer, const std::string& tool, int runs, Run run) {
  const sanitized_runner inside(sanitizer, tool);
  int wrong = 0;
  std::string summary;
  try {
    for (int i = 0; i < runs; ++i) wrong += !run();
    verifier::request("leave").run();  // a tool prints its summary when the program ends
  } catch (const verifier::judgement&) {
    summary = summary_in(verifier::current_session().test().printed);
  }
  if (summary.empty()) return fmt::format("  {:<10}  printed no summary within {} s\n", tool, kToolSeconds);
  return fmt::format("  {:<10}  {} of {} runs wrong  {}\n", tool, wrong, runs, summary);
}

// Returns all four tools' results, or "" if they cannot be determined.
template <class Run>
std::string ask_sanitizer(int runs, Run run) {
  using clock = std::chrono::steady_clock;
  const std::string sanitizer = find_sanitizer();
  if (sanitizer.empty()) return "";
  const clock::time_point begin = clock::now();
  std::string lines;
  for (const char* tool : {"racecheck", "memcheck", "initcheck", "synccheck"})
    if (clock::now() - begin < std::chrono::seconds(kAllSeconds))
      lines += line_of_tool(sanitizer, tool, runs, run);
  return lines.empty() ? "" : "The same scan under NVIDIA's compute-sanitizer, on this GPU:\n" + lines;
}

}  // namespace lab03
