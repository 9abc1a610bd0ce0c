// SPDX-License-Identifier: Apache-2.0
// Describes in words how a runner's process ended.
#include <fmt/format.h>
#include <sys/wait.h>

#include <csignal>

#include "runner_process.h"

namespace verifier {
namespace {

struct known_signal {
  int number;
  const char* name;
  const char* means;  // "" if the name is enough
};
constexpr known_signal kSignals[] = {
    {SIGSEGV, "SIGSEGV", ": host code used an invalid address"},
    {SIGBUS, "SIGBUS", ": host code used memory that does not exist, or an unaligned address"},
    {SIGFPE, "SIGFPE", ": host code divided an integer by 0"},
    {SIGABRT, "SIGABRT", ": abort(), a failed assert, or damaged heap memory"},
    {SIGILL, "SIGILL",
     ": it executed bytes that aren't an instruction, or reached the end of a function without a return"},
    {SIGXFSZ, "SIGXFSZ", ": it wrote a file that is too big"},
    {SIGKILL, "SIGKILL", ""},
    {SIGTERM, "SIGTERM", ""},
    {SIGPIPE, "SIGPIPE", ""},
    {SIGALRM, "SIGALRM", ""},
    {SIGSYS, "SIGSYS", ""},
    {SIGTRAP, "SIGTRAP", ""},
};

}  // namespace

std::string describe_end(int status) {
  if (WIFEXITED(status)) return fmt::format("ended itself with exit status {}", WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  for (const known_signal& known : kSignals)
    if (known.number == signal) return fmt::format("was ended by {}{}", known.name, known.means);
  return fmt::format("was ended by signal {}", signal);
}

}  // namespace verifier
