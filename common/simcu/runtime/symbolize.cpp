// SPDX-License-Identifier: Apache-2.0
// Asks addr2line: failures are rare, and binutils is there wherever the compiler is.
#include "symbolize.h"

#include <dlfcn.h>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>

extern char** environ;

namespace simcu {
namespace {

std::string run_addr2line(const char* program, std::uintptr_t offset) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  char address[32];
  std::snprintf(address, sizeof address, "0x%zx", static_cast<std::size_t>(offset));
  const char* argv[] = {"addr2line", "-i", "-e", program, address, nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  pid_t child = -1;
  const int failed = posix_spawnp(&child, "addr2line", &actions, nullptr, const_cast<char**>(argv), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string out;
  if (!failed) {
    char buffer[512];
    for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;) out.append(buffer, static_cast<std::size_t>(n));
    waitpid(child, nullptr, 0);
  }
  close(ends[0]);
  return out;
}

// Of an address's inlined calls, innermost first, the first that is not in simcu's own headers.
std::string users_place(const std::string& calls) {
  std::string first;
  for (std::size_t start = 0; start < calls.size(); start = calls.find('\n', start) + 1) {
    const std::string place = calls.substr(start, calls.find_first_of("\n (", start) - start);
    if (first.empty()) first = place;
    if (place.find("/include/simcu") == std::string::npos && place.find("/include/cooperative_groups") == std::string::npos) return place;
    if (calls.find('\n', start) == std::string::npos) break;
  }
  return first;
}

}  // namespace

std::string source_line(const void* pc) {
  static std::map<const void*, std::string> known;
  const auto found = known.find(pc);
  if (found != known.end()) return found->second;
  Dl_info info{};
  if (!dladdr(pc, &info) || !info.dli_fbase) return {};
  char self[4096];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length <= 0) return {};
  self[length] = 0;
  // The address is that of the next instruction or of the faulting one: one byte less is inside the call in both cases.
  const auto base = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
  const bool relocated = reinterpret_cast<const ElfW(Ehdr)*>(info.dli_fbase)->e_type == ET_DYN;
  std::string out = run_addr2line(self, reinterpret_cast<std::uintptr_t>(pc) - (relocated ? base : 0));
  out = users_place(out);
  if (out.empty() || out[0] == '?' || out.find(":?") != std::string::npos || out.find(":0") == out.size() - 2) out.clear();
  return known[pc] = out;
}

}  // namespace simcu
