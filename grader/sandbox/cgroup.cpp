// SPDX-License-Identifier: Apache-2.0
// Sources: cgroups(7), proc(5), and admin-guide/cgroup-v1/memory.rst and cgroup-v2.rst in the Linux kernel.
#include "cgroup.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

namespace sandbox {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefix = "grade-";  // then the creator's process ID, and a count

struct controller {
  int version = 0;    // 0: none
  std::string place;  // where groups are created
};

bool put(const std::string& file, const std::string& text) {
  const int fd = open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool written = write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(fd);
  return written;
}

// The file has lines "name number".
long long value_of(const std::string& file, const std::string& name) {
  std::ifstream lines(file);
  std::string word;
  long long value = 0;
  while (lines >> word >> value)
    if (word == name) return value;
  return 0;
}

bool has_word(const std::string& text, const std::string& word, char between) {
  std::istringstream words(text);
  for (std::string each; std::getline(words, each, between);)
    if (each == word) return true;
  return false;
}

// In version 2's hierarchy, `name` is "".
std::string own_group(const std::string& name) {
  std::ifstream lines("/proc/self/cgroup");  // 4:memory:/path and 0::/path
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (name.empty() ? controllers.empty() : has_word(controllers, name, ',')) return line.substr(second + 1);
  }
  return "";
}

// Empty if the hierarchy is not mounted here.
std::string folder_of(const std::string& group, const std::string& type, const std::string& option) {
  std::ifstream lines("/proc/self/mountinfo");  // 36 35 0:31 ROOT PLACE rw … - TYPE SOURCE OPTIONS
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string skipped, root, place, word, source, options, kind;
    words >> skipped >> skipped >> skipped >> root >> place;
    while (words >> word && word != "-") {
    }
    words >> kind >> source >> options;
    if (kind != type || (!option.empty() && !has_word(options, option, ','))) continue;
    if (root == "/") return place + (group == "/" ? "" : group);
    if (group == root) return place;
    if (group.rfind(root + "/", 0) == 0) return place + group.substr(root.size());
  }
  return "";
}

std::string limit_file(int version) { return version == 1 ? "/memory.limit_in_bytes" : "/memory.max"; }

// Retries, because the last process can still be exiting after it was waited for.
bool remove_group(const std::string& folder) {
  for (int tries = 0; tries < 5000; ++tries) {
    if (rmdir(folder.c_str()) == 0) return true;
    if (errno != EBUSY) return false;
    usleep(1000);
  }
  return false;
}

bool works(const controller& c) {
  const std::string folder = c.place + "/" + kPrefix + std::to_string(getpid()) + "-try";
  rmdir(folder.c_str());  // left by a killed process with the same ID
  if (mkdir(folder.c_str(), 0755) != 0) return false;
  bool good = put(folder + limit_file(c.version), std::to_string(1 << 28));
  if (good) {
    const pid_t child = fork();
    if (child == 0) _exit(put(folder + "/cgroup.procs", "0") ? 0 : 1);
    int status = 1;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    good = child > 0 && status == 0;
  }
  return remove_group(folder) && good;
}

const controller& found() {
  static const controller only = [] {
    std::vector<controller> candidates;
    const std::string first = own_group("memory"), second = own_group("");
    if (!first.empty()) candidates.push_back({1, folder_of(first, "cgroup", "memory")});
    // A version 2 group with processes cannot have controllers for its subgroups.
    const std::string own = second.empty() ? "" : folder_of(second, "cgroup2", "");
    if (!own.empty() && second != "/") candidates.push_back({2, fs::path(own).parent_path().string()});
    for (const controller& c : candidates) {
      if (c.place.empty() || access(c.place.c_str(), W_OK) != 0) continue;
      if (works(c)) return c;
    }
    return controller{};
  }();
  return only;
}

// Each group comes with its creator's process ID.
std::vector<std::pair<std::string, pid_t>> all_groups() {
  std::vector<std::pair<std::string, pid_t>> groups;
  std::error_code ignored;
  if (found().version == 0) return groups;
  for (const auto& entry : fs::directory_iterator(found().place, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind(kPrefix, 0) != 0) continue;
    const pid_t maker = std::atoi(name.c_str() + std::char_traits<char>::length(kPrefix));
    if (maker > 0) groups.emplace_back(entry.path().string(), maker);
  }
  return groups;
}

}  // namespace

// Groups of another container's grader stay, because the kernel does not remove a group with processes.
void remove_stale_groups() {
  for (const auto& [folder, maker] : all_groups())
    if (kill(maker, 0) != 0 && errno == ESRCH) rmdir(folder.c_str());
}

void remove_groups_of(pid_t maker) {
  for (const auto& [folder, its_maker] : all_groups()) {
    if (its_maker != maker) continue;
    std::ifstream processes(folder + "/cgroup.procs");
    for (pid_t pid = 0; processes >> pid;)
      if (pid > 0) kill(pid, SIGKILL);
    remove_group(folder);
  }
}

void memory_group::begin(std::size_t bytes) {
  end();
  static int count = 0;
  if (found().version == 0) return;
  if (count == 0) remove_stale_groups();
  const std::string own = found().place + "/" + kPrefix + std::to_string(getpid()) + "-";
  std::string folder = own + std::to_string(++count);
  while (mkdir(folder.c_str(), 0755) != 0) {
    if (errno != EEXIST) return;  // left by a killed process with the same ID
    folder = own + std::to_string(++count);
  }
  folder_ = folder;
  limit(bytes);
}

void memory_group::limit(std::size_t bytes) {
  if (!active()) return;
  const std::string text = std::to_string(bytes), file = folder_ + limit_file(found().version);
  put(file, text);
  if (found().version == 2) {
    put(folder_ + "/memory.swap.max", "0");
    return;
  }
  // The limit with swap must not be below the limit without, so the order depends on whether both grow.
  if (put(folder_ + "/memory.memsw.limit_in_bytes", text)) put(file, text);
}

void memory_group::join() const {
  if (active()) put(folder_ + "/cgroup.procs", "0");
}

// The kernel's count includes processes killed when the machine or a parent group was out of memory, so the
// group's own usage counts too.
bool memory_group::exceeded() const {
  if (!active()) return false;
  if (found().version == 2)
    return value_of(folder_ + "/memory.events", "oom_kill") > 0 &&
           value_of(folder_ + "/memory.events", "oom") > 0;
  long long most = 0, limit = 0;  // memory.failcnt stays 0 on newer kernels
  std::ifstream(folder_ + "/memory.max_usage_in_bytes") >> most;
  std::ifstream(folder_ + "/memory.limit_in_bytes") >> limit;
  return value_of(folder_ + "/memory.oom_control", "oom_kill") > 0 && most >= limit - limit / 64;
}

void memory_group::end() {
  if (!active()) return;
  remove_group(folder_);
  folder_.clear();
}

std::string memory_controller() {
  return found().version == 0 ? "none" : "cgroup v" + std::to_string(found().version);
}

}  // namespace sandbox
