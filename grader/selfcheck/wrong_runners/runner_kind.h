// SPDX-License-Identifier: Apache-2.0
// One program plays all wrong runners: the folder it is started from says which one it is.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

namespace wrong {

// "all_zeros" if the program was started as …/all_zeros/labs/90_toy.sim.
const std::string& kind();
inline bool is(const char* name) { return kind() == name; }
// The program was started as …/91_other.sim: the runner of a lab that the toy lab shows next to its own.
bool plays_other_lab();

std::string a_race();  // as the checkers report it

// The program was started as ….check.
bool has_checkers();

// What the wrong runners that crash, hang or lie do when the exercise `sort` is called; nothing for the
// others.
void misbehave();

}  // namespace wrong
