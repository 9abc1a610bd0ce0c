// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <csignal>
// If it gets another request after it was killed, it sleeps again.
static const bool slept = [] {
  usleep(500000);
  return true;
}();
lab::status reverse_copy(const std::uint32_t*, std::uint32_t*, std::size_t) {
  kill(getpid(), SIGKILL);
  return {};
}
