// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <csignal>
// If the process is killed and the request is sent to a new process, that one sleeps as well.
static const bool slept = [] {
  usleep(500000);
  return true;
}();
lab::status reverse_copy(const std::uint32_t*, std::uint32_t*, std::size_t) {
  kill(getpid(), SIGKILL);
  return {};
}
