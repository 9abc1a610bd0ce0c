// SPDX-License-Identifier: Apache-2.0
// Linked to a changed solution: says which of its changes is made. HOME chooses it, one of the few variables that a
// runner gets: /t3 is twin 3, /m12 is mistake 12, and anything else is the solution as it was. A file of its own, so
// that the checkers don't see what it reads.
#include <cstdlib>

namespace {
const char* const home = std::getenv("HOME");
const bool known = home != nullptr && (home[1] == 't' || home[1] == 'm');
const int number = known ? std::atoi(home + 2) : 0;
const int twin = known && home[1] == 't' ? number : 0, mistake = known && home[1] == 'm' ? number : 0;
}  // namespace

bool twin_is(int number) { return twin == number; }
bool mistake_is(int number) { return mistake == number; }
bool mistake_from(int first) { return mistake >= first; }
