// SPDX-License-Identifier: Apache-2.0
// What compile_submission has left where a runner, or a part of it, could not be built.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "plain_file.h"
#include "session.h"

namespace verifier {
namespace {

constexpr int kLogLines = 40;
constexpr std::size_t kLongestLog = 1 << 20;

// Of what a compiler said, indented.
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

}  // namespace

std::optional<judgement> why_not_built(const std::filesystem::path& runner) {
  std::error_code ignored;
  if (std::filesystem::exists(runner, ignored)) return std::nullopt;
  std::string said;
  if (read_plain_file(runner.string() + ".fault", kLongestLog, said).empty())
    return judgement{verdict::not_your_code,
                     "The file could not be compiled, for a reason of this machine. " + said +
                         "No points are lost by it: mend the cause, and grade again."};
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
  const nlohmann::json all = nlohmann::json::parse(text);  // compile_submission's own
  for (const auto& [exercise, said] : all.items())
    entry->second[std::stoi(exercise)] = first_lines(said.get<std::string>(), runner.string() + ".left_out");
  return entry->second;
}

}  // namespace verifier
