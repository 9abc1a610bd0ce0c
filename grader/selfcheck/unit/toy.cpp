// SPDX-License-Identifier: Apache-2.0
#include "toy.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace toy {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

testing::AssertionResult says(const graded& result, const std::string& words) {
  std::string terminal = result.terminal;
  std::replace(terminal.begin(), terminal.end(), '\n', ' ');
  const bool found = terminal.find(words) != std::string::npos;
  return (found ? testing::AssertionSuccess() : testing::AssertionFailure()) << result.terminal;
}

fs::path runner_of(const std::string& kind) {
  const char* scratch = std::getenv("SELFCHECK_SCRATCH");
  return fs::path(scratch != nullptr ? scratch : SELFCHECK_FOLDER) / "wrong" / kind / "labs" / "90_toy.sim";
}

graded grade(const std::string& kind, const std::string& more, const std::string& log) {
  const fs::path folder = runner_of(kind).parent_path().parent_path();
  const fs::path runners =
      folder / (more.find("--audience solutions") != std::string::npos ? "solutions" : "labs");
  const fs::path runner = runners / "90_toy.sim";
  fs::remove_all(folder);
  fs::create_directories(runner.parent_path());
  const fs::path with_checkers = runners / "90_toy.check";
  const bool on_a_gpu = kind.find("on_a_gpu") != std::string::npos;
  // The trusted runner, and one that cannot use a GPU.
  if (kind.find("_that_works") != std::string::npos)
    fs::create_symlink(SELFCHECK_RUNNER, folder / "no_lab.cuda");
  const bool ends = kind == "exits_before_main_on_a_gpu" || kind == "small_device_on_a_gpu";
  if (ends || kind == "small_device_on_a_gpu_indeed") {
    std::ofstream own(folder / "no_lab.cuda");
    if (ends)
      own << "#!/bin/false\n";
    else  // gives the same answers as the other runner
      own << "#!/bin/sh\nexec " << (runners / "90_toy.cuda").string() << " \"$@\"\n";
    own.close();
    fs::permissions(folder / "no_lab.cuda", fs::perms::owner_all);
  }
  if (on_a_gpu)
    fs::create_symlink(SELFCHECK_RUNNER, runners / "90_toy.cuda");
  else if (kind == "not_checked_strictly")
    fs::copy_file(SELFCHECK_RUNNER, runner), std::ofstream(runner, std::ios::app) << "simcu_was_" << kind;
  else if (kind != "unbuilt")
    fs::create_symlink(SELFCHECK_RUNNER, runner);
  if (kind != "unbuilt" && !on_a_gpu && kind != "no_checkers")
    fs::create_symlink(SELFCHECK_RUNNER, with_checkers);
  if (kind.rfind("other_", 0) == 0) fs::create_symlink(SELFCHECK_RUNNER, runners / "91_other.sim");
  if (!log.empty()) std::ofstream(runner.string() + ".log") << log;
  const char* memory = kind == "eats_memory" ? "128" : "512";  // 128 is reached before any time limit
  graded result;
  result.reports = folder / "reports";
  const std::string command =
      std::string(SELFCHECK_GRADE) + " --rubrics " SELFCHECK_TOY " --labs-dir " SELFCHECK_TOY " --runners " +
      folder.string() + " --reports " + result.reports.string() + " --seed 7 --memory " + memory + " " +
      more + " >" + (folder / "terminal").string() + " 2>&1";
  const int status = std::system(command.c_str());
  if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
  result.terminal = text_of(folder / "terminal");
  result.results = nlohmann::json::parse(std::ifstream(result.reports / "results.json"), nullptr, false);
  return result;
}

}  // namespace toy
