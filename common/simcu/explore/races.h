// SPDX-License-Identifier: Apache-2.0
// Proves a reported race by making both orders happen, after K. Sen, Race Directed Random Testing of
// Concurrent Programs, PLDI 2008. The thread that came first is held before its access until the other has
// made its own.
#pragma once
#include "program.h"
#include "record.h"

namespace explore {

// Prints both orders, the values read in each, and their replay strings. Returns how many races were proved.
std::size_t prove_races(program& p, const record& reference);

}  // namespace explore
