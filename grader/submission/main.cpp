// SPDX-License-Identifier: Apache-2.0
// compile_submission builds a runner from a student's file in the sandbox, for common/build/runners.cmake.
//
//   OUTPUT           the runner; it exists if and only if everything went well
//   OUTPUT.log       otherwise the message for the student
//   OUTPUT.left_out  {"3": "message", …}: exercises that do not compile and are replaced by their stubs
//   OUTPUT.note      differences outside the marks, which have no effect
//   OUTPUT.fault     the machine's fault: no space, no memory, a killed compiler, a missing part of the
//   grader OUTPUT.d         the files that the runner depends on, for the build
//
// The exit status is not 0 if the call was wrong, the sandbox lacks what GRADE_REQUIRE_SANDBOX asks for, or a
// file with --ours does not compile. A student's file must not stop the build.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cerrno>
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "../base/process_tree.h"
#include "../sandbox/sandbox.h"
#include "compiler.h"
#include "make_runner.h"
#include "outputs.h"

namespace fs = std::filesystem;
using submission::kLongestMessage;
using submission::put;
using submission::remove_quietly;

int main(int argc, char** argv) {
  submission::request given;
  CLI::App app{"Compiles a student's file to a runner, in a sandbox."};
  app.add_option("--source", given.source, "the student's file")->required();
  app.add_option("--name", given.name, "the file's name in messages")->required();
  app.add_option("--given", given.given, "the file whose text counts outside the marks");
  app.add_option("--output", given.output, "the runner")->required();
  app.add_option("--read", given.read, "a folder or file that the compiler may read");
  app.add_option("--include", given.include, "a folder from which the file may include headers");
  app.add_option("--part", given.parts, "a file to link with; the lab's adapter comes first");
  app.add_flag("--ours", given.ours,
               "not a student's file, so its includes are unrestricted, and it must compile");
  app.add_option("--seconds", given.seconds, "seconds that the compiler may take");
  app.add_option("--memory", given.memory_mib, "MiB that the compiler may use");
  app.add_flag("--quiet", given.quiet, "shows no messages, because another command compiles the same file");
  app.add_option("command", given.command, "the compiler and its arguments, with @SOURCE@ and @OUTPUT@")
      ->required();
  app.positionals_at_end();
  CLI11_PARSE(app, argc, argv);

  const char* required = std::getenv("GRADE_REQUIRE_SANDBOX");
  if (required != nullptr && *required != '\0' && !sandbox::shortcomings().empty()) {
    std::fprintf(stderr, "GRADE_REQUIRE_SANDBOX: %s was not compiled. %s\n", given.name.c_str(),
                 sandbox::shortcomings().c_str());
    return 1;
  }
  (void)sandbox::kernel_offer();
  verifier::adopt_orphans();
  submission::end_the_compiler_first();
  std::error_code failed;
  fs::create_directories(given.output.parent_path(), failed);
  for (const char* end : {"", ".log", ".note", ".fault", ".left_out"})
    remove_quietly(given.output.string() + end);
  const fs::path making = given.output.string() + ".making";
  remove_quietly(making);
  std::string folder = (making / "XXXXXX").string();  // a random name, which no #if can test
  submission::explanation result;
  if (!fs::create_directory(making, failed) || mkdtemp(folder.data()) == nullptr)
    result.fault =
        making.string() + " cannot be created: " + (failed ? failed.message() : std::strerror(errno)) + ".";
  else
    result = submission::make_runner(given, folder);
  remove_quietly(making);
  if (const int signal = submission::ended_by(); signal != 0) {
    remove_quietly(given.output);
    std::signal(signal, SIG_DFL);
    return raise(signal);
  }
  if (!result.fault.empty()) put(given.output.string() + ".fault", result.fault + "\n");
  put(given.output.string() + ".log", result.fault.empty() ? result.log.substr(0, kLongestMessage) : "");
  if (result.fault.empty() && fs::exists(given.output, failed) && !result.left_out.empty())
    put(given.output.string() + ".left_out", nlohmann::json(result.left_out).dump(2) + "\n");
  std::vector<fs::path> files = result.dependencies;
  files.push_back(given.source);
  if (!given.given.empty()) files.push_back(given.given);
  put(given.output.string() + ".d", submission::rule_for(given.output, files, folder));
  // The report shows the errors in full.
  const auto first_line = [](const std::string& text) { return text.substr(0, text.find('\n')); };
  if (!result.fault.empty())
    fmt::print(stderr, "{}\n", result.fault);
  else if (!given.quiet && !fs::exists(given.output, failed))
    fmt::print(stderr, "{}\n{} does not compile.\n", given.ours ? result.log : first_line(result.log),
               given.name);
  else if (!given.quiet)
    std::fputs(result.log.c_str(), stderr);
  if (!given.quiet && fs::exists(given.output, failed) && !result.left_out.empty()) {
    std::vector<std::string> names;
    for (const auto& left_out : result.left_out) names.push_back(left_out.first);
    const bool several = names.size() > 1;
    fmt::print(stderr, "{}\n{}: exercise{} {} {} not compile, and {} left out.\n",
               first_line(result.left_out.begin()->second), given.name, several ? "s" : "",
               fmt::join(names, ", "), several ? "do" : "does", several ? "are" : "is");
  }
  return given.ours && !fs::exists(given.output, failed) ? 1 : 0;
}
