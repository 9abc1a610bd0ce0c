// SPDX-License-Identifier: Apache-2.0
#include "runner_programs.h"

#include <unistd.h>

#include <fstream>

#include "printable.h"

namespace verifier {
namespace {

bool starts_with(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

}  // namespace

runner_kind kind_of(const std::filesystem::path& runner, const std::string& backend) {
  static std::map<std::filesystem::path, runner_kind> known;
  const auto [entry, fresh] =
      known.try_emplace(runner, backend == "cuda" ? runner_kind::on_gpu : runner_kind::simulated);
  char start[2] = {};
  if (fresh) std::ifstream(runner, std::ios::binary).read(start, sizeof start);
  if (start[0] == '#' && start[1] == '!') entry->second = runner_kind::tool;
  return entry->second;
}

std::vector<std::string> runner_environment(const std::string& backend) {
  std::vector<std::string> result{"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8",
                                  "CUDA_CACHE_DISABLE=1"};
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    const bool simulator = starts_with(text, "SIMCU_WORKERS=") || starts_with(text, "SIMCU_MEMORY_MIB=") ||
                           starts_with(text, "SIMCU_STACK_KIB=") || starts_with(text, "SIMCU_DEVICE=");
    const bool cuda =
        backend == "cuda" && (starts_with(text, "CUDA_") || starts_with(text, "LD_LIBRARY_PATH="));
    if (simulator || cuda || starts_with(text, "HOME=")) result.push_back(text);
  }
  return result;
}

std::filesystem::path runner_without_lab(const std::filesystem::path& runners) {
  std::error_code ignored;
  const std::filesystem::path program = std::filesystem::canonical("/proc/self/exe", ignored);
  for (const std::filesystem::path& folder : {program.parent_path().parent_path() / "runners", runners})
    if (std::filesystem::exists(folder / "no_lab.cuda", ignored)) return folder / "no_lab.cuda";
  return {};
}

exchange_result greet(const std::filesystem::path& runner) {
  limits bounds;
  bounds.seconds = kSecondsToStart;
  runner_process asked;
  return asked.start(runner, kind_of(runner, "cuda"), runner_environment("cuda"), bounds);
}

std::string why_no_gpu(const std::filesystem::path& runner) {
  const exchange_result hello = greet(runner);
  if (hello.kind != outcome::replied)
    return "a program that only looks for a GPU ended early, or did not answer in time";
  return hello.reply.kind == protocol::reply::ready ? "" : printable(hello.reply.text);
}

judgement machine_too_busy() {
  return {
      verdict::not_your_code,
      "This machine is too busy: for most of the test's time limit, no core was free. Grade again when the "
      "machine is less busy."};
}

}  // namespace verifier
