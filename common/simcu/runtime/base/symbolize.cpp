// SPDX-License-Identifier: Apache-2.0
// Asks addr2line: failures are rare, and binutils is there wherever the compiler is.
#include "base/symbolize.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <vector>

#include "base/addr2line.h"

extern char** environ;
extern "C" char __executable_start;

namespace simcu {
namespace {

// False: no process may be started here.
bool run_addr2line(const char* program, const std::vector<std::string>& addresses, std::string& out) {
  int ends[2];
  if (pipe(ends) != 0) return true;
  std::vector<const char*> argv = {"addr2line", "-a", "-i", "-e", program};
  for (const std::string& address : addresses) argv.push_back(address.c_str());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  pid_t child = -1;
  const int failed =
      posix_spawnp(&child, "addr2line", &actions, nullptr, const_cast<char**>(argv.data()), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (!failed) {
    char buffer[4096];
    for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;)
      out.append(buffer, static_cast<std::size_t>(n));
    waitpid(child, nullptr, 0);
  }
  close(ends[0]);
  return failed != EPERM && failed != EACCES && failed != EAGAIN;
}

std::map<const void*, std::string>& known_lines() {
  static auto& known = *new std::map<const void*, std::string>;  // used by exit handlers, too
  return known;
}

}  // namespace

std::size_t offset_in_program(const void* pc) {
  Dl_info info{}, program{};
  if (!dladdr(pc, &info) || !info.dli_fbase || !dladdr(&__executable_start, &program)) return 0;
  if (info.dli_fbase != program.dli_fbase) return 0;
  const auto address = reinterpret_cast<std::uintptr_t>(pc),
             base = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
  const bool relocated = reinterpret_cast<const ElfW(Ehdr)*>(info.dli_fbase)->e_type == ET_DYN;
  return address - (relocated ? base : 0);
}

void look_up_lines(const std::vector<const void*>& pcs) {
  std::vector<const void*> asked;
  std::vector<std::string> addresses;
  for (const void* pc : pcs) {
    const std::size_t offset = offset_in_program(pc);
    if (offset == 0 || !known_lines().emplace(pc, "").second) continue;
    char address[32];
    std::snprintf(address, sizeof address, "0x%zx", offset);
    asked.push_back(pc);
    addresses.emplace_back(address);
  }
  if (addresses.empty()) return;
  char self[4096];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length <= 0) return;
  self[length] = 0;
  constexpr std::size_t kAtOnce = 1000;  // a command line has an end
  for (std::size_t first = 0; first < asked.size(); first += kAtOnce) {
    const std::size_t last = std::min(first + kAtOnce, asked.size());
    std::string out;
    const bool may = run_addr2line(self, {addresses.begin() + first, addresses.begin() + last}, out);
    const std::vector<std::string> lines = users_lines(out);
    for (std::size_t i = first; i < last; ++i) {
      if (!may) known_lines()[asked[i]] = "code address +" + addresses[i];
      if (i - first < lines.size()) known_lines()[asked[i]] = lines[i - first];
    }
  }
}

std::string source_line(const void* pc) {
  look_up_lines({pc});
  const auto found = known_lines().find(pc);
  return found == known_lines().end() ? "" : found->second;
}

}  // namespace simcu
