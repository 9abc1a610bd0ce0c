// SPDX-License-Identifier: Apache-2.0
#include "process_tree.h"

#include <dirent.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <thread>

namespace verifier {
namespace {

std::vector<pid_t> ours_before;  // children from before grading began

struct entry {
  pid_t pid, parent;
  char state;
  unsigned flags;
};

// The name can itself contain parentheses and spaces, so fields are counted from the last parenthesis.
bool read_entry(pid_t pid, entry& into) {
  char text[512];
  std::FILE* file = std::fopen(("/proc/" + std::to_string(pid) + "/stat").c_str(), "re");
  if (file == nullptr) return false;
  text[std::fread(text, 1, sizeof text - 1, file)] = '\0';
  std::fclose(file);
  const std::string line(text);
  const std::size_t name_end = line.rfind(')');
  into.pid = pid;
  return name_end != std::string::npos &&
         std::sscanf(line.c_str() + name_end + 1, " %c %d %*d %*d %*d %*d %u", &into.state, &into.parent,
                     &into.flags) == 3;
}

std::vector<entry> all_processes() {
  std::vector<entry> found;
  DIR* directory = opendir("/proc");
  if (directory == nullptr) return found;
  while (const dirent* item = readdir(directory)) {
    const pid_t pid = std::atoi(item->d_name);
    entry process{};
    if (pid > 0 && read_entry(pid, process)) found.push_back(process);
  }
  closedir(directory);
  return found;
}

// Needs one system call, whereas descendants() reads a file of every process on the machine. After
// adopt_orphans, false also means that there are no descendants.
bool has_children() {
  siginfo_t ignored = {};
  return waitid(P_ALL, 0, &ignored, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0 || errno != ECHILD;
}

bool contains(const std::vector<pid_t>& list, pid_t pid) {
  return std::find(list.begin(), list.end(), pid) != list.end();
}

}  // namespace

std::vector<pid_t> descendants(pid_t root, bool with_ended) {
  std::multimap<pid_t, entry> children;
  for (const entry& process : all_processes()) children.emplace(process.parent, process);
  std::vector<pid_t> found;
  std::vector<pid_t> open{root};
  while (!open.empty()) {
    const auto [first, last] = children.equal_range(open.back());
    open.pop_back();
    for (auto child = first; child != last; ++child) {
      open.push_back(child->second.pid);
      if (with_ended || child->second.state != 'Z') found.push_back(child->second.pid);
    }
  }
  return found;
}

std::vector<pid_t> children_of(pid_t pid) {
  const std::string number = std::to_string(pid);
  std::FILE* file = std::fopen(("/proc/" + number + "/task/" + number + "/children").c_str(), "re");
  if (file == nullptr) return descendants(pid);
  std::vector<pid_t> found;
  for (int child = 0; std::fscanf(file, "%d", &child) == 1;) found.push_back(child);
  std::fclose(file);
  return found;
}

std::size_t resident_bytes(const std::vector<pid_t>& processes) {
  static const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::size_t pages = 0;
  for (const pid_t pid : processes) {
    std::FILE* file = std::fopen(("/proc/" + std::to_string(pid) + "/statm").c_str(), "re");
    if (file == nullptr) continue;
    std::size_t total = 0, resident = 0;
    if (std::fscanf(file, "%zu %zu", &total, &resident) == 2) pages += resident;
    std::fclose(file);
  }
  return pages * page;
}

std::size_t threads_of(pid_t pid) {
  struct stat tasks = {};
  const bool found =
      stat(("/proc/" + std::to_string(pid) + "/task").c_str(), &tasks) == 0 && tasks.st_nlink > 2;
  return found ? static_cast<std::size_t>(tasks.st_nlink) - 2 : 0;
}

bool is_ending(pid_t pid) {
  constexpr unsigned kExiting = 4;  // PF_EXITING in the Linux kernel's sched.h
  entry process{};
  return !read_entry(pid, process) || process.state == 'Z' || (process.flags & kExiting) != 0;
}

void keep_to_oneself() { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

void adopt_orphans() {
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  ours_before = has_children() ? descendants(getpid())
                               : std::vector<pid_t>();  // discards a value inherited through fork
}

void kill_descendants() {
  constexpr int kTries = 5000;  // not a time limit, because other processes can occupy the cores
  for (int tries = 0; tries < kTries && has_children(); ++tries) {
    std::vector<pid_t> rest = descendants(getpid(), true);
    rest.erase(std::remove_if(rest.begin(), rest.end(), [](pid_t pid) { return contains(ours_before, pid); }),
               rest.end());
    if (rest.empty()) return;
    // Otherwise they could fork as fast as they are killed.
    for (const pid_t pid : rest) kill(pid, SIGSTOP);
    for (const pid_t pid : rest) kill(pid, SIGKILL);
    for (const pid_t pid : rest) waitpid(pid, nullptr, WNOHANG);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace verifier
