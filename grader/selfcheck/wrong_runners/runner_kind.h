// SPDX-License-Identifier: Apache-2.0
// One program imitates all wrong runners. Its folder chooses which.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

namespace wrong {

// "all_zeros" if the program was started as …/all_zeros/labs/90_toy.sim.
const std::string& kind();
inline bool is(const char* name) { return kind() == name; }
// Returns whether the program was started as …/91_other.sim, another lab's runner.
bool plays_other_lab();

std::string a_race();  // in the checkers' format

// Returns whether the program was started as ….check.
bool has_checkers();

// Does nothing unless the runner crashes, hangs or lies when `sort` is called.
void misbehave();

}  // namespace wrong
