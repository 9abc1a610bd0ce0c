// SPDX-License-Identifier: Apache-2.0
// Linked to a changed solution: says which of its changes is made. HOME chooses it, one of the few variables
// that a runner gets: /m12 is mistake 12 and /t3 twin 3, a thousand more; anything else is the solution as it
// was. A file of its own, so that the checkers don't see what it reads.
#include <cstdlib>

namespace {
int number() {
  const char* const home = std::getenv("HOME");
  const char kind = home == nullptr || home[0] == '\0' ? '\0' : home[1];
  return kind == 'm' ? std::atoi(home + 2) : kind == 't' ? 1000 + std::atoi(home + 2) : 0;
}
const int number_of_change = number();
}  // namespace

int chosen() noexcept { return number_of_change; }
