// SPDX-License-Identifier: Apache-2.0
// Asks addr2line, which a runner may not start.
#include "code_lines.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "../sandbox/sandbox.h"
#include "session.h"

namespace verifier {
namespace {

constexpr std::size_t kLongestAnswer = 64 << 10;
constexpr std::size_t kToolMemory = std::size_t{2} << 30;
constexpr std::size_t kToolSeconds = 5;

std::string path_of_addr2line() {
  const char* value = std::getenv("PATH");
  std::istringstream folders(value != nullptr ? value : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/addr2line").c_str(), X_OK) == 0) return folder + "/addr2line";
  return "";
}

// In the box, as what it reads is made of a student's text.
std::string run_addr2line(const std::string& program, const std::string& offset) {
  static const std::string tool = path_of_addr2line();
  int ends[2];
  if (tool.empty() || pipe2(ends, O_CLOEXEC) != 0) return "";
  const pid_t child = fork();
  if (child == 0) {
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (dup2(null, 0) != 0 || dup2(ends[1], 1) != 1 || dup2(null, 2) != 2) _exit(127);
    sandbox::box inside;
    sandbox::add_system(inside);
    inside.read.push_back(program);
    inside.bounds.cpu_seconds = kToolSeconds;
    inside.bounds.address_bytes = kToolMemory;
    const char* const words[] = {"addr2line", "-i", "-e", program.c_str(), offset.c_str(), nullptr};
    char* const none[] = {nullptr};
    sandbox::execute(inside, tool.c_str(), const_cast<char* const*>(words), none);
    _exit(127);
  }
  close(ends[1]);
  std::string out;
  char piece[512];
  const stopwatch took;
  for (;;) {
    pollfd watched{ends[0], POLLIN, 0};
    if (took.seconds() > 2 * kToolSeconds || out.size() > kLongestAnswer) break;
    if (poll(&watched, 1, 1000) == 0) continue;
    const ssize_t n = read(ends[0], piece, sizeof piece);
    if (n <= 0) break;
    out.append(piece, static_cast<std::size_t>(n));
  }
  close(ends[0]);
  if (child > 0) kill(child, SIGKILL);
  if (child > 0) waitpid(child, nullptr, 0);
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
    line.resize(std::min(line.size(), line.rfind(" (discriminator ")));
    if (!is_known(line)) continue;
    if (!is_devices_own(line)) return line;
    if (innermost.empty()) innermost = line;
  }
  return innermost;
}

}  // namespace verifier
