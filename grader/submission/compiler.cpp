// SPDX-License-Identifier: Apache-2.0
#include "compiler.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "../base/process_tree.h"
#include "../sandbox/cgroup.h"

namespace submission {
namespace {

namespace fs = std::filesystem;
using clock_type = std::chrono::steady_clock;

// If more time passes between two checks, this process had no core, or all processes were stopped.
constexpr std::chrono::duration<double> kLongestLook{1};
constexpr std::size_t kLeastSpace = std::size_t{16} << 20;  // bytes; a disk with less counts as full

bool is_full(const fs::path& folder) {
  struct statvfs space = {};
  return statvfs(folder.c_str(), &space) == 0 &&
         (space.f_bavail * space.f_frsize < kLeastSpace || (space.f_files > 0 && space.f_favail < 16));
}

// Returns a part that the build should have made, or "".
std::string missing_part(const std::vector<std::string>& parts) {
  std::error_code ignored;
  const auto missing = std::find_if(parts.begin(), parts.end(),
                                    [&](const std::string& part) { return !fs::exists(part, ignored); });
  return missing == parts.end() ? "" : *missing;
}

volatile std::sig_atomic_t signal_to_end = 0;
void keep_signal_to_end(int signal) { signal_to_end = signal; }

}  // namespace

void end_the_compiler_first() {
  struct sigaction action = {};  // without SA_RESTART, so that the signal ends waiting
  action.sa_handler = keep_signal_to_end;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
      sigaction(signal, &action, nullptr);
  }
}

int ended_by() { return signal_to_end; }

long killed_for_memory() {
  std::ifstream counters("/proc/vmstat");
  std::string name;
  long value = 0;
  while (counters >> name >> value)
    if (name == "oom_kill") return value;
  return 0;
}

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
  auto looked = clock_type::now();
  for (bool open = child > 0; open && signal_to_end == 0;) {
    constexpr int kLongestWait = 200;  // ms, in case a signal came just before poll()
    pollfd watched{ends[0], POLLIN, 0};
    const bool said = poll(&watched, 1, kLongestWait) > 0;
    const auto now = clock_type::now();
    result.seconds += std::min<std::chrono::duration<double>>(now - looked, kLongestLook).count();
    looked = now;
    if (result.seconds >= static_cast<double>(seconds)) {
      result.late = true;
      break;
    }
    if (!said) continue;
    char piece[4096];
    const ssize_t n = read(ends[0], piece, sizeof piece);
    if (n <= 0) break;
    result.said.append(piece, static_cast<std::size_t>(n));
    result.flooded = result.said.size() > kLongestMessage;
    open = !result.flooded;
  }
  close(ends[0]);
  if (child > 0) {
    if (result.late || result.flooded || signal_to_end != 0) kill(child, SIGKILL);
    while (waitpid(child, &result.status, 0) < 0 && errno == EINTR)
      if (signal_to_end != 0) kill(child, SIGKILL);
  }
  verifier::kill_descendants();
  result.big = memory.exceeded();
  if (result.flooded) result.said.resize(kLongestMessage);
  return result;
}

std::string found_on_path(const std::string& program) {
  if (program.find('/') != std::string::npos) return program;
  const char* value = std::getenv("PATH");
  std::istringstream folders(value != nullptr ? value : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/" + program).c_str(), X_OK) == 0) return folder + "/" + program;
  return program;
}

// Requires that there is no other error, because an error can quote any text of the file.
static bool says_that_it_was_killed(const std::string& said) {
  bool killed = false;
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t words = std::min(line.find("fatal error: Killed signal terminated program"),
                                       line.find("error: the host compiler was killed by signal 9"));
    const std::string before = line.substr(0, words);  // "g++: "; an error in a file has two more colons
    const bool own = words != std::string::npos && std::count(before.begin(), before.end(), ':') == 1;
    if (own)
      killed = true;
    else if (line.find("error: ") != std::string::npos)
      return false;
  }
  return killed;
}

std::string fault_of(const finished& compiler, const std::vector<std::string>& parts, long killed_before,
                     const fs::path& folder) {
  constexpr int kFaultOfSimcu = 3;  // common/simcu/driver/build.h
  constexpr const char* kSimcuSays = "simcu: error: ";
  if (compiler.error != 0)
    return fmt::format("The compiler could not be started: {}.", std::strerror(compiler.error));
  if (compiler.late || compiler.flooded || compiler.big) return "";
  if (is_full(folder))
    return "There is no space left on the disk with " + folder.parent_path().string() + ".";
  if (killed_for_memory() > killed_before)
    return "The machine ran out of memory during the compilation, and the system killed a process.";
  if (const std::string part = missing_part(parts); !part.empty())
    return part +
           " is missing, although the build makes it. Was it deleted, or was the build interrupted? Build "
           "again.";
  if (WIFEXITED(compiler.status) && WEXITSTATUS(compiler.status) == kFaultOfSimcu &&
      compiler.said.rfind(kSimcuSays, 0) == 0)
    return "The simulated device's compiler does not work: " +
           compiler.said.substr(std::strlen(kSimcuSays), compiler.said.find('\n') - std::strlen(kSimcuSays)) +
           ".";
  const bool killed_itself = WIFSIGNALED(compiler.status) || says_that_it_was_killed(compiler.said);
  return killed_itself ? "The compiler was killed from outside." : "";
}

}  // namespace submission
