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

// Calls f with each numbered entry of the folder.
template <class F>
void for_each_number(const std::string& folder, F f) {
  DIR* directory = opendir(folder.c_str());
  if (directory == nullptr) return;
  while (const dirent* item = readdir(directory))
    if (const pid_t number = std::atoi(item->d_name); number > 0) f(number);
  closedir(directory);
}

// Only kernels with CONFIG_PROC_CHILDREN have lists of a thread's children.
bool has_child_lists() {
  static const bool has = access("/proc/thread-self/children", R_OK) == 0;
  return has;
}

std::vector<pid_t> listed_children(pid_t pid) {
  std::vector<pid_t> found;
  const std::string tasks = "/proc/" + std::to_string(pid) + "/task";
  for_each_number(tasks, [&](pid_t thread) {
    std::FILE* file = std::fopen((tasks + "/" + std::to_string(thread) + "/children").c_str(), "re");
    if (file == nullptr) return;
    for (int child = 0; std::fscanf(file, "%d", &child) == 1;) found.push_back(child);
    std::fclose(file);
  });
  return found;
}

// Reads a file of every process on the machine. Returns parents with their children.
std::multimap<pid_t, pid_t> all_children() {
  std::multimap<pid_t, pid_t> found;
  for_each_number("/proc", [&](pid_t pid) {
    entry process{};
    if (read_entry(pid, process)) found.emplace(process.parent, pid);
  });
  return found;
}

std::vector<pid_t> children_among(const std::multimap<pid_t, pid_t>& all, pid_t pid) {
  std::vector<pid_t> found;
  const auto [first, last] = all.equal_range(pid);
  for (auto child = first; child != last; ++child) found.push_back(child->second);
  return found;
}

// Needs one system call. After adopt_orphans, false also means that there are no descendants.
bool has_children() {
  siginfo_t ignored = {};
  return waitid(P_ALL, 0, &ignored, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0 || errno != ECHILD;
}

bool contains(const std::vector<pid_t>& list, pid_t pid) {
  return std::find(list.begin(), list.end(), pid) != list.end();
}

}  // namespace

std::vector<pid_t> children_of(pid_t pid) {
  return has_child_lists() ? listed_children(pid) : children_among(all_children(), pid);
}

std::vector<pid_t> descendants(pid_t root, bool with_ended) {
  const bool listed = has_child_lists();
  const std::multimap<pid_t, pid_t> all = listed ? std::multimap<pid_t, pid_t>() : all_children();
  std::vector<pid_t> found, open{root};
  while (!open.empty()) {
    const pid_t pid = open.back();
    open.pop_back();
    for (const pid_t child : listed ? listed_children(pid) : children_among(all, pid)) {
      open.push_back(child);
      found.push_back(child);
    }
  }
  const auto has_ended = [](pid_t pid) {
    entry process{};
    return !read_entry(pid, process) || process.state == 'Z';
  };
  if (!with_ended) found.erase(std::remove_if(found.begin(), found.end(), has_ended), found.end());
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
