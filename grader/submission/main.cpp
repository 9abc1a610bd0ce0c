// SPDX-License-Identifier: Apache-2.0
// compile_submission: from a student's file to a runner, in the box (grader/sandbox). What
// common/build/runners.cmake calls for each file of labs/.
//
//   OUTPUT          the runner; there if and only if everything went well
//   OUTPUT.log      what the student is told otherwise: the compiler's message, or a sentence
//   OUTPUT.note     differences outside of the marks, which have no effect
//   OUTPUT.fault    a fault of the machine, which is not the student's: no space, no memory, a compiler that
//   was killed OUTPUT.d        the files that it was made of, for the build
// Each has at most kLongestMessage bytes. The exit status is 0 unless the call itself was wrong, or the
// sandbox lacks what GRADE_REQUIRE_SANDBOX asks for: one file that does not compile must not stop the build.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <CLI/CLI.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "../sandbox/cgroup.h"
#include "../sandbox/sandbox.h"
#include "../verifier/plain_file.h"
#include "../verifier/process_tree.h"
#include "../verifier/session.h"
#include "includes.h"
#include "regions.h"

namespace {

namespace fs = std::filesystem;
using clock_type = std::chrono::steady_clock;

constexpr std::size_t kLongestSource = 1 << 20;
constexpr std::size_t kLongestMessage = 256 << 10;
constexpr std::size_t kLongestSentence = 1 << 10;             // of ours, at the end of it
constexpr std::size_t kLongestFile = std::size_t{512} << 20;  // that the compiler writes
constexpr std::size_t kLeastSpace = std::size_t{16} << 20;    // less than this is a full disk
constexpr const char *kPlaceOfSource = "@SOURCE@", *kPlaceOfOutput = "@OUTPUT@";

struct arguments {
  fs::path source, given, output;
  std::string name;                              // of the source, in messages
  std::vector<std::string> read;                 // folders and files that the compiler reads
  std::vector<std::string> include;              // folders that the submission may include files from
  std::vector<std::string> command;              // with @SOURCE@ and @OUTPUT@
  std::size_t seconds = 300, memory_mib = 4096;  // of each process, and where groups can be made, of all
  bool quiet = false;
};

// What the student, or whoever reads the reports, is told.
struct outcome {
  std::string log, fault;
  std::vector<fs::path> dependencies;
};

void remove_quietly(const fs::path& path) {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

// An empty text leaves no file; neither does one that cannot be written.
bool put(const fs::path& path, const std::string& text) {
  remove_quietly(path);
  if (text.empty()) return true;
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
  bool good = fd >= 0;
  for (std::size_t done = 0; good && done < text.size();) {
    const ssize_t n = write(fd, text.data() + done, text.size() - done);
    good = n > 0;
    done += good ? static_cast<std::size_t>(n) : 0;
  }
  if (fd >= 0 && close(fd) != 0) good = false;
  if (!good) remove_quietly(path);
  return good;
}

bool is_full(const fs::path& folder) {
  struct statvfs space = {};
  return statvfs(folder.c_str(), &space) == 0 &&
         (space.f_bavail * space.f_frsize < kLeastSpace || (space.f_files > 0 && space.f_favail < 16));
}

// Processes that the kernel has ended for want of memory, since it was started.
long killed_for_memory() {
  std::ifstream counters("/proc/vmstat");
  std::string name;
  long value = 0;
  while (counters >> name >> value)
    if (name == "oom_kill") return value;
  return 0;
}

struct finished {
  int status = 0;  // of waitpid
  int error = 0;   // errno, if it could not be started
  bool late = false, flooded = false, big = false;
  std::string said;
};

// Runs the command in the box. Whatever it started has ended afterwards.
finished run(const sandbox::box& inside, const std::vector<std::string>& command, const fs::path& folder,
             std::size_t seconds, std::size_t memory_bytes) {
  finished result;
  std::vector<std::string> variables{"TMPDIR=" + folder.string(), "CCACHE_DISABLE=1"};
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (std::strncmp(*variable, "TMPDIR=", 7) != 0 && std::strncmp(*variable, "CCACHE_DISABLE=", 15) != 0)
      variables.emplace_back(*variable);
  std::vector<char*> environment, words;
  for (std::string& variable : variables) environment.push_back(variable.data());
  environment.push_back(nullptr);
  std::vector<std::string> copy = command;
  for (std::string& word : copy) words.push_back(word.data());
  words.push_back(nullptr);

  int ends[2], failure[2];
  if (pipe2(ends, O_CLOEXEC) != 0 || pipe2(failure, O_CLOEXEC) != 0) {
    result.error = errno;
    return result;
  }
  sandbox::memory_group memory;
  memory.begin(memory_bytes);
  const pid_t parent = getpid(), child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    memory.join();
    const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (getppid() == parent && dup2(null, 0) == 0 && dup2(ends[1], 1) == 1 && dup2(ends[1], 2) == 2 &&
        chdir(folder.c_str()) == 0)
      sandbox::execute(inside, words[0], words.data(), environment.data());
    const int error = errno;
    (void)!write(failure[1], &error, sizeof error);
    _exit(127);
  }
  result.error = child < 0 ? errno : 0;
  close(ends[1]);
  close(failure[1]);
  if (child > 0 && read(failure[0], &result.error, sizeof result.error) <= 0) result.error = 0;
  close(failure[0]);
  const auto deadline = clock_type::now() + std::chrono::seconds(seconds);
  for (bool open = child > 0; open;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - clock_type::now()).count();
    pollfd watched{ends[0], POLLIN, 0};
    if (left <= 0 || (poll(&watched, 1, static_cast<int>(left)) == 0)) {
      result.late = true;
      break;
    }
    char piece[4096];
    const ssize_t n = read(ends[0], piece, sizeof piece);
    if (n <= 0) break;
    result.said.append(piece, static_cast<std::size_t>(n));
    result.flooded = result.said.size() > kLongestMessage;
    open = !result.flooded;
  }
  close(ends[0]);
  if (child > 0) {
    if (result.late || result.flooded) kill(child, SIGKILL);
    while (waitpid(child, &result.status, 0) < 0 && errno == EINTR) {
    }
  }
  verifier::kill_descendants();
  result.big = memory.exceeded();
  if (result.flooded) result.said.resize(kLongestMessage);
  return result;
}

// The first words of the command, by the folders of PATH.
std::string found_on_path(const std::string& program) {
  if (program.find('/') != std::string::npos) return program;
  const char* value = std::getenv("PATH");
  std::istringstream folders(value != nullptr ? value : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/" + program).c_str(), X_OK) == 0) return folder + "/" + program;
  return program;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// Why a compiler that failed did so for reasons of the machine; empty if it is the file.
std::string fault_of(const finished& compiler, long killed_before, const fs::path& folder) {
  if (compiler.error != 0)
    return fmt::format("The compiler could not be started: {}.", std::strerror(compiler.error));
  if (compiler.late || compiler.flooded || compiler.big) return "";
  if (is_full(folder)) return "There is no space left on the disk of " + folder.parent_path().string() + ".";
  if (killed_for_memory() > killed_before)
    return "The machine ran out of memory while the file was compiled, and the system ended a process.";
  const bool killed_itself =
      WIFSIGNALED(compiler.status) ||
      compiler.said.find("Killed signal terminated program") != std::string::npos ||
      compiler.said.find("the host compiler was killed by signal 9") != std::string::npos;
  return killed_itself ? "The compiler was killed from outside." : "";
}

void explain_refusal(std::string& message) {
  if (message.find("multiple definition of `main'") != std::string::npos ||
      message.find("duplicate symbol: main") != std::string::npos)
    message = "Take your main() out: the program that the file becomes part of has one.\n" + message;
  for (const char* words : {": Permission denied", ": Operation not permitted"})
    if (message.find(words) != std::string::npos) {
      message = std::string(submission::kIncludeRule) + "\n" + message;
      return;
    }
}

outcome make_runner(const arguments& given, const fs::path& folder) {
  outcome result;
  std::string source, frame;
  if (const std::string why = verifier::read_plain_file(given.source, kLongestSource, source); !why.empty()) {
    result.log = given.name + " " + why + ".\n";
    return result;
  }
  std::string text = source;
  std::string notes;
  if (!given.given.empty()) {
    if (const std::string why = verifier::read_plain_file(given.given, kLongestSource, frame); !why.empty()) {
      result.fault = given.given.string() + " " + why + ".";
      return result;
    }
    const submission::merged_text merged = submission::merge(frame, source, given.source.string());
    std::string errors = joined(merged.errors);
    notes = joined(merged.notes);
    for (std::string* said : {&errors, &notes})
      for (std::size_t at = said->find(given.source.string()); at != std::string::npos;
           at = said->find(given.source.string(), at + given.name.size()))
        said->replace(at, given.source.string().size(), given.name);
    if (!errors.empty()) {
      result.log = errors;
      return result;
    }
    text = merged.text;
  } else {
    text = "#line 1 \"" + given.source.string() + "\"\n" + source;
  }
  // The compiler is told of it by a path that does not say which runner it becomes.
  const fs::path merged_file = folder / given.source.filename(),
                 named = fs::path("..") / given.source.filename(), made = folder / "runner",
                 rule = folder / "runner.d";
  const fs::path scratch = folder / "scratch";
  std::error_code failed;
  fs::create_directory(scratch, failed);
  if (failed || !put(merged_file, text) || !put(given.output.string() + ".note", notes)) {
    result.fault = "The build folder cannot be written: " + std::string(std::strerror(errno)) + ".";
    return result;
  }

  std::vector<std::string> command = given.command;
  command[0] = found_on_path(command[0]);
  for (std::string& word : command) {
    if (word == kPlaceOfSource) word = named.string();
    if (word == kPlaceOfOutput) word = made.string();
  }
  command.insert(command.end(), {"-MD", "-MF", rule.string()});
  sandbox::box inside;
  inside.what = sandbox::role::compiler;
  inside.read = given.read;
  inside.write = {folder.string()};
  sandbox::add_system(inside);
  inside.bounds.file_bytes = kLongestFile;
  inside.bounds.address_bytes = given.memory_mib << 20;
  inside.bounds.cpu_seconds = given.seconds;
  inside.bounds.open_files = 1024;
  finished compiler;
  for (int tries = 0; tries < 2; ++tries) {
    const long killed = killed_for_memory();
    compiler = run(inside, command, scratch, given.seconds, given.memory_mib << 20);
    result.fault = compiler.error == 0 && compiler.status == 0 ? "" : fault_of(compiler, killed, folder);
    if (result.fault.empty()) break;
  }
  for (const std::string& start :
       {folder.string() + "/", std::string("../") + given.source.filename().string()})
    for (std::size_t at = compiler.said.find(start); at != std::string::npos;
         at = compiler.said.find(start, at))
      compiler.said.erase(at, start.back() == '/' ? start.size() : 3);
  const bool good =
      result.fault.empty() && compiler.status == 0 && !compiler.late && !compiler.flooded && !compiler.big;
  result.log = verifier::printable(compiler.said);
  if (result.log.size() > kLongestMessage - kLongestSentence)
    result.log.resize(kLongestMessage - kLongestSentence);
  if (compiler.late) result.log += fmt::format("The compiler did not finish within {} s.\n", given.seconds);
  if (compiler.big)
    result.log +=
        fmt::format("The compiler took more than {} MiB of memory, so it was stopped.\n", given.memory_mib);
  if (compiler.flooded) result.log += "\n… and more: the compiler printed too much, so it was stopped.\n";
  std::string list;
  (void)verifier::read_plain_file(rule, kLongestSource, list);
  result.dependencies = submission::dependencies(list, scratch);
  if (!good) {
    explain_refusal(result.log);
    if (result.log.empty()) result.log = "The compiler failed and said nothing.\n";
    return result;
  }
  std::vector<fs::path> allowed(given.include.begin(), given.include.end());
  allowed.push_back(merged_file);
  const std::string foreign =
      list.empty() ? "The compiler did not say which files it read.\n"
                   : submission::foreign_include(result.dependencies, allowed, source, given.name);
  if (!foreign.empty()) {
    result.log = foreign + "\n";
    return result;
  }
  struct stat is = {};
  if (lstat(made.c_str(), &is) != 0 || !S_ISREG(is.st_mode)) {
    result.fault = "The compiler ended well, but made no program.";
    return result;
  }
  fs::rename(made, given.output, failed);
  if (failed) result.fault = given.output.string() + " cannot be written: " + failed.message() + ".";
  return result;
}

// The rule for the build: only names that make and ninja cannot misread.
std::string rule_for(const arguments& given, const std::vector<fs::path>& files, const fs::path& folder) {
  std::string rule = given.output.string() + ":";
  std::vector<fs::path> all = files;
  all.push_back(given.source);
  if (!given.given.empty()) all.push_back(given.given);
  for (const fs::path& file : all) {
    const std::string name = file.string();
    const bool plain =
        name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._+-@,=~") ==
        std::string::npos;
    if (plain && name.rfind(folder.string(), 0) != 0) rule += " \\\n  " + name;
  }
  return rule + "\n";
}

}  // namespace

int main(int argc, char** argv) {
  arguments given;
  CLI::App app{"Compiles a student's file to a runner, in a sandbox."};
  app.add_option("--source", given.source, "the student's file")->required();
  app.add_option("--name", given.name, "what messages call it")->required();
  app.add_option("--given", given.given, "the text that counts outside of the marks");
  app.add_option("--output", given.output, "the runner")->required();
  app.add_option("--read", given.read, "a folder or file that the compiler may read");
  app.add_option("--include", given.include, "a folder that the file may include headers from");
  app.add_option("--seconds", given.seconds, "that the compiler may take");
  app.add_option("--memory", given.memory_mib, "MiB that the compiler may use");
  app.add_flag("--quiet", given.quiet, "shows nothing: another command compiles the same file");
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
  std::error_code failed;
  fs::create_directories(given.output.parent_path(), failed);
  for (const char* end : {"", ".log", ".note", ".fault"}) remove_quietly(given.output.string() + end);
  const fs::path making = given.output.string() + ".making";
  remove_quietly(making);
  std::string folder = (making / "XXXXXX").string();  // a name that no #if can ask for
  outcome result;
  if (!fs::create_directory(making, failed) || mkdtemp(folder.data()) == nullptr)
    result.fault =
        making.string() + " cannot be made: " + (failed ? failed.message() : std::strerror(errno)) + ".";
  else
    result = make_runner(given, folder);
  remove_quietly(making);
  if (!result.fault.empty()) put(given.output.string() + ".fault", result.fault + "\n");
  put(given.output.string() + ".log", result.fault.empty() ? result.log.substr(0, kLongestMessage) : "");
  put(given.output.string() + ".d", rule_for(given, result.dependencies, folder));
  if (!given.quiet || !result.fault.empty())
    std::fputs((result.fault.empty() ? result.log : result.fault + "\n").c_str(), stderr);
  return 0;
}
