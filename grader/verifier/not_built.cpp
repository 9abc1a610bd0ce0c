// SPDX-License-Identifier: Apache-2.0
// Missing runners: reads compile_submission's messages about runners that could not be built, completely or
// in part, and waits for runners that are still being built.
#include <fmt/format.h>
#include <poll.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "plain_file.h"
#include "session.h"

namespace verifier {
namespace {

constexpr int kLogLines = 40;
constexpr std::size_t kLongestLog = 1 << 20;

// The first lines of a compiler's output, indented.
std::string first_lines(const std::string& said, const std::string& file) {
  std::istringstream log(said);
  std::string text, line;
  int lines = 0;
  while (std::getline(log, line))
    if (++lines <= kLogLines) text += "  " + line + "\n";
  const int more = lines - kLogLines;
  if (more > 0) text += fmt::format("  … {} more line{} in {}\n", more, more == 1 ? "" : "s", file);
  return text;
}

bool was_tried(const std::filesystem::path& runner) {
  std::error_code ignored;
  return std::filesystem::exists(runner, ignored) ||
         std::filesystem::exists(runner.string() + ".log", ignored) ||
         std::filesystem::exists(runner.string() + ".fault", ignored);
}

}  // namespace

std::optional<judgement> why_not_built(const std::filesystem::path& runner) {
  std::error_code ignored;
  if (std::filesystem::exists(runner, ignored)) return std::nullopt;
  std::string said;
  if (read_plain_file(runner.string() + ".fault", kLongestLog, said).empty())
    return judgement{verdict::not_your_code,
                     "The file could not be compiled because of a problem with this machine. " + said +
                         "This costs no points: fix the cause, and grade again."};
  (void)read_plain_file(runner.string() + ".log", kLongestLog, said);
  if (said.empty())
    return judgement{verdict::not_your_code,
                     fmt::format("The runner {} was not built. `make grade` builds it.", runner.string())};
  return judgement{verdict::no_build,
                   "The file does not compile:\n" + first_lines(said, runner.string() + ".log")};
}

std::map<int, std::string> left_out_of(const std::filesystem::path& runner) {
  static std::map<std::filesystem::path, std::map<int, std::string>> known;
  const auto [entry, fresh] = known.try_emplace(runner);
  std::string text;
  if (!fresh || !read_plain_file(runner.string() + ".left_out", kLongestLog, text).empty())
    return entry->second;
  const nlohmann::json all = nlohmann::json::parse(text);  // written by compile_submission
  for (const auto& [exercise, said] : all.items())
    entry->second[std::stoi(exercise)] = first_lines(said.get<std::string>(), runner.string() + ".left_out");
  return entry->second;
}

// If the file does not compile, shows only one compiler's message. The check runner can be missing because
// the simulated device or the compiler's sanitizers are missing. Then these points do not count, whether the
// file compiles or not.
void session::require_check_runner() {
  await_build();
  const std::optional<judgement> missing = why_not_built(runner_path(*lab_));
  if (missing && missing->kind == verdict::not_your_code) throw *missing;
  if (!was_tried(runner_path(*lab_, true)))
    throw judgement{
        verdict::not_graded,
        "They need the checkers, which were not built here. `make setup grade` installs and builds them."};
  if (missing) throw *missing;
}

bool session::still_builds() const {
  pollfd pipe{config.building, 0, 0};
  return config.building >= 0 && poll(&pipe, 1, 0) == 0;
}

void session::await_build() {
  if (may_postpone && still_builds()) throw postponed();
  constexpr int kForEver = -1;
  pollfd pipe{config.building, 0, 0};  // no data is sent through it, so the only event is that it closes
  while (config.building >= 0 && poll(&pipe, 1, kForEver) < 0) continue;
}

// An exercise that was left out of one of the two runners earns no points with either. They are compiled
// differently.
void session::require_compiled() const {
  for (const bool checked : {false, true}) {
    if (checked && still_builds()) continue;
    if (const auto out = left_out_of(runner_path(*lab_, checked)); out.count(row_->exercise) > 0)
      throw judgement{verdict::no_build, std::string(kLeftOut) + "; the others are graded without it:\n" +
                                             out.at(row_->exercise)};
  }
}

}  // namespace verifier
