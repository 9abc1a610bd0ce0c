// SPDX-License-Identifier: Apache-2.0
// One program imitates all wrong runners. The folder from which it is started chooses the runner.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

namespace wrong {

// "all_zeros" if the program was started as …/all_zeros/labs/90_toy.sim.
const std::string& kind();
inline bool is(const char* name) { return kind() == name; }
// Returns whether the program was started as …/91_other.sim, the runner of another lab that the toy lab's
// report shows.
bool plays_other_lab();

std::string a_race();  // a finding, in the checkers' format

// Returns whether the program was started as ….check.
bool has_checkers();

// The behaviour of wrong runners that crash, hang or lie when the exercise `sort` is called. For
// other runners, it does nothing.
void misbehave();

}  // namespace wrong
