// SPDX-License-Identifier: Apache-2.0
// Asks addr2line, which a runner may not start.
#include "code_lines.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <vector>

#include "../../common/simcu/runtime/base/addr2line.h"
#include "../sandbox/sandbox.h"
#include "session.h"

namespace verifier {
namespace {

constexpr std::size_t kLongestAnswer = 4 << 20;
constexpr std::size_t kToolMemory = std::size_t{2} << 30;
constexpr std::size_t kToolSeconds = 20;

std::string path_of_addr2line() {
  const char* value = std::getenv("PATH");
  std::istringstream folders(value != nullptr ? value : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/addr2line").c_str(), X_OK) == 0) return folder + "/addr2line";
  return "";
}

// In the box, as what it reads is made of a student's text.
std::string run_addr2line(const std::string& program, const std::vector<std::string>& offsets) {
  static const std::string tool = path_of_addr2line();
  int ends[2];
  if (tool.empty() || pipe2(ends, O_CLOEXEC) != 0) return "";
  std::vector<char*> words;
  for (const char* word : {"addr2line", "-a", "-i", "-e", program.c_str()})
    words.push_back(const_cast<char*>(word));
  for (const std::string& offset : offsets) words.push_back(const_cast<char*>(offset.c_str()));
  words.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (dup2(null, 0) != 0 || dup2(ends[1], 1) != 1 || dup2(null, 2) != 2) _exit(127);
    sandbox::box inside;
    sandbox::add_system(inside);
    inside.read.push_back(program);
    inside.bounds.cpu_seconds = kToolSeconds;
    inside.bounds.address_bytes = kToolMemory;
    char* const none[] = {nullptr};
    sandbox::execute(inside, tool.c_str(), words.data(), none);
    _exit(127);
  }
  close(ends[1]);
  std::string out;
  char piece[4096];
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

// The offsets of all addresses in the text.
std::set<std::string> addresses_in(const std::string& text) {
  constexpr std::size_t kLength = sizeof kCodeAddress - 1, kDigits = 18;
  std::set<std::string> found;
  for (std::size_t at = 0;
       (at = text.find(kCodeAddress, at)) != text.npos && found.size() < code_lines::kMost;) {
    at += kLength;
    const std::size_t end = std::min(text.find_first_not_of("0123456789abcdefx", at), text.size());
    if (text.compare(at, 2, "0x") == 0 && end - at > 2 && end - at <= kDigits)
      found.insert(text.substr(at, end - at));
  }
  return found;
}

// All that was asked about this file, as it is now.
std::map<std::string, std::string>& known_of(const std::filesystem::path& program) {
  static auto& known = *new std::map<std::string, std::map<std::string, std::string>>;
  struct stat is = {};
  (void)stat(program.c_str(), &is);
  return known[program.string() + " " + std::to_string(is.st_ino) + " " + std::to_string(is.st_size) + " " +
               std::to_string(is.st_mtim.tv_sec) + "." + std::to_string(is.st_mtim.tv_nsec)];
}

}  // namespace

code_lines::code_lines(const std::filesystem::path& program, const std::string& text)
    : code_lines(program, addresses_in(text)) {}

code_lines::code_lines(const std::filesystem::path& program, const std::set<std::string>& wanted) {
  std::map<std::string, std::string>& known = known_of(program);
  std::vector<std::string> fresh;
  for (const std::string& offset : wanted)
    if (known.try_emplace(offset).second) fresh.push_back(offset);
  if (!fresh.empty()) {
    const std::vector<std::string> lines = simcu::users_lines(run_addr2line(program.string(), fresh));
    for (std::size_t i = 0; i < std::min(fresh.size(), lines.size()); ++i) known[fresh[i]] = lines[i];
  }
  for (const std::string& offset : wanted) lines_[offset] = known[offset];
}

std::string code_lines::at(const std::string& offset) const {
  const auto found = lines_.find(offset);
  return found == lines_.end() ? "" : found->second;
}

}  // namespace verifier
