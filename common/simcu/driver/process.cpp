// SPDX-License-Identifier: Apache-2.0
#include "process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

extern char** environ;

namespace simcu_driver {
namespace {

volatile sig_atomic_t g_signal = 0;

void remember(int signal) { g_signal = signal; }

// Environment modules of computing centres set these variables to NVIDIA's folders, whose headers must not be
// found before simcu's.
std::string without_cuda_folders(const std::string& entry) {
  const std::size_t equals = entry.find('=');
  std::string out = entry.substr(0, equals + 1), folder;
  for (std::size_t i = equals + 1; i <= entry.size(); ++i) {
    if (i < entry.size() && entry[i] != ':') {
      folder += entry[i];
      continue;
    }
    if (!folder.empty() && access((folder + "/cuda_runtime.h").c_str(), F_OK) != 0)
      out += (out.size() > equals + 1 ? ":" : "") + folder;
    folder.clear();
  }
  return out;
}

// Compilers use a lot of memory for a short time, so large pages help. glibc 2.35 and later request them.
constexpr const char* kLargePages = "GLIBC_TUNABLES=glibc.malloc.hugetlb=1";

std::vector<std::string> child_environment(bool c_messages) {
  std::vector<std::string> out;
  if (!getenv("GLIBC_TUNABLES")) out.push_back(kLargePages);
  for (char** e = environ; *e; ++e) {
    const std::string entry = *e;
    if (c_messages && (entry.rfind("LC_", 0) == 0 || entry.rfind("LANGUAGE=", 0) == 0)) continue;
    const bool folders = entry.rfind("CPATH=", 0) == 0 || entry.rfind("CPLUS_INCLUDE_PATH=", 0) == 0;
    const std::string kept = folders ? without_cuda_folders(entry) : entry;
    if (!folders || kept.back() != '=') out.push_back(kept);
  }
  if (c_messages) out.push_back("LC_ALL=C");
  return out;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (std::string& s : strings) out.push_back(&s[0]);
  out.push_back(nullptr);
  return out;
}

std::string drain(int fd) {
  std::string text;
  char buffer[4096];
  for (;;) {
    const ssize_t n = read(fd, buffer, sizeof buffer);
    if (n > 0) text.append(buffer, static_cast<std::size_t>(n));
    if (n == 0 || (n < 0 && errno != EINTR)) return text;
  }
}

}  // namespace

void catch_signals() {
  struct sigaction action = {};
  action.sa_handler = remember;
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
}

finished run_command(const std::vector<std::string>& command, bool capture_errors, bool c_messages) {
  std::vector<std::string> arguments = command, environment = child_environment(c_messages);
  int ends[2] = {-1, -1};
  if (capture_errors && pipe2(ends, O_CLOEXEC) != 0)
    throw own_fault("a pipe could not be created: " + std::string(strerror(errno)));
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  if (capture_errors) posix_spawn_file_actions_adddup2(&files, ends[1], 2);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, arguments[0].c_str(), &files, nullptr, pointers(arguments).data(),
                                  pointers(environment).data());
  posix_spawn_file_actions_destroy(&files);
  if (capture_errors) close(ends[1]);
  finished result{0, ""};
  if (!failed && capture_errors) result.captured = drain(ends[0]);
  if (capture_errors) close(ends[0]);
  if (failed) throw own_fault("`" + arguments[0] + "` could not be started: " + strerror(failed));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    if (g_signal) kill(child, g_signal);
  }
  if (g_signal) throw interrupted{g_signal};
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

std::string as_text(const std::vector<std::string>& command) {
  std::string out;
  for (const std::string& word : command) {
    const bool plain =
        !word.empty() && word.find_first_of(" \t\n'\"\\$&|;<>()*?[]{}`!#~") == std::string::npos;
    if (!out.empty()) out += ' ';
    if (plain) {
      out += word;
      continue;
    }
    out += '\'';
    for (char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
    out += '\'';
  }
  return out;
}

temporary_folder::temporary_folder() {
  const char* parent = std::getenv("TMPDIR");
  path_ = std::string(parent && *parent ? parent : "/tmp") + "/simcu-XXXXXX";
  if (!mkdtemp(&path_[0]))
    throw own_fault("a temporary folder could not be created at " + path_ + ": " + strerror(errno));
}

temporary_folder::~temporary_folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

output_file::output_file(const std::string& path) : final_(path), temporary_(path) {
  struct stat is = {};
  if (stat(path.c_str(), &is) == 0) {
    if (S_ISDIR(is.st_mode)) throw own_fault("the output " + path + " is a folder: name a file after -o");
    if (!S_ISREG(is.st_mode)) return;
  }
  temporary_ = path + ".simcu-" + std::to_string(getpid());
}

output_file::~output_file() {
  if (temporary_ != final_) unlink(temporary_.c_str());
}

void output_file::keep() {
  if (temporary_ == final_) return;
  if (rename(temporary_.c_str(), final_.c_str()) != 0)
    throw own_fault("the output " + final_ + " could not be written: " + strerror(errno));
  temporary_ = final_;
}

}  // namespace simcu_driver
