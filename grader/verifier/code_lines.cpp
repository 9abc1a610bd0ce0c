// SPDX-License-Identifier: Apache-2.0
// Asks addr2line, which a runner may not start.
#include "code_lines.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sstream>

extern char** environ;

namespace verifier {
namespace {

std::string run_addr2line(const std::string& program, const std::string& offset) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return "";
  const char* argv[] = {"addr2line", "-i", "-e", program.c_str(), offset.c_str(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  pid_t child = -1;
  const bool started =
      posix_spawnp(&child, "addr2line", &actions, nullptr, const_cast<char**>(argv), environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string out;
  char piece[512];
  for (ssize_t n; started && (n = read(ends[0], piece, sizeof piece)) > 0;)
    out.append(piece, static_cast<std::size_t>(n));
  close(ends[0]);
  if (started) waitpid(child, nullptr, 0);
  return out;
}

bool is_devices_own(const std::string& line) {
  return line.find("/include/simcu/") != std::string::npos ||
         line.find("/include/cooperative_groups") != std::string::npos;
}

bool is_known(const std::string& line) {
  const std::size_t colon = line.rfind(':');
  return colon != std::string::npos && colon > 0 && line[0] != '?' && line[colon + 1] != '?' &&
         line.substr(colon) != ":0";
}

}  // namespace

std::string line_of(const std::filesystem::path& program, const std::string& offset) {
  std::istringstream lines(run_addr2line(program.string(), offset));
  std::string innermost;
  for (std::string line; std::getline(lines, line);) {
    line.resize(std::min(line.size(), line.find(" (")));
    if (!is_known(line)) continue;
    if (!is_devices_own(line)) return line;
    if (innermost.empty()) innermost = line;
  }
  return innermost;
}

}  // namespace verifier
