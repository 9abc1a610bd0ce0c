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
#include <cstring>
#include <map>

extern char** environ;
extern "C" char __executable_start;

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
  if (failed == EPERM || failed == EACCES || failed == EAGAIN) out = std::string("code address +") + address;
  if (!failed) {
    char buffer[512];
    for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;)
      out.append(buffer, static_cast<std::size_t>(n));
    waitpid(child, nullptr, 0);
  }
  close(ends[0]);
  return out;
}

constexpr char kDiscriminator[] = " (discriminator ";

// The innermost line that is not in a header of the simulated device (the lines that inlined functions were
// called from follow the innermost one); if all are, the innermost.
std::string users_line(const std::string& lines) {
  std::string innermost;
  for (std::size_t at = 0; at < lines.size();) {
    std::size_t end = lines.find('\n', at);
    if (end == std::string::npos) end = lines.size();
    std::string line = lines.substr(at, end - at);
    line.resize(
        std::min(line.size(), line.rfind(kDiscriminator)));  // which distinguishes paths within a line
    at = end + 1;
    const bool ours = line.find("/include/simcu/") != std::string::npos ||
                      line.find("/include/cooperative_groups") != std::string::npos;
    const bool known = !line.empty() && line[0] != '?' && line.find(":?") == std::string::npos &&
                       line.find(":0") != line.size() - 2;
    if (known && !ours) return line;
    if (known && innermost.empty()) innermost = line;
  }
  return innermost;
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

std::string source_line(const void* pc) {
  static auto& known = *new std::map<const void*, std::string>;  // used by exit handlers, too
  const auto found = known.find(pc);
  if (found != known.end()) return found->second;
  const std::size_t offset = offset_in_program(pc);
  if (offset == 0) return {};
  char self[4096];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length <= 0) return {};
  self[length] = 0;
  std::string out = run_addr2line(self, offset);
  if (out.rfind("code address", 0) == 0) return known[pc] = out;
  return known[pc] = users_line(out);
}

}  // namespace simcu
