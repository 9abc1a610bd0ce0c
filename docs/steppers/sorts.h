// SPDX-License-Identifier: Apache-2.0
// The sorts of labs 02 and 04 to 08, step by step, for at most 32 keys below 64. Each function runs a lab's
// code, its kernels on the simulated device, and returns JSON.
#pragma once
#include <string>

#include "keys_and_json.h"

namespace steppers {

constexpr int kBitsOfKeys = 6;

std::string cpu(const words& keys);      // lab 02: a list of passes for digits of 1, 2 and 3 bits
std::string radix(const words& keys);    // labs 04 and 05: a list of passes for digits of 1, 2 and 3 bits
std::string columns(const words& keys);  // lab 06
std::string bitonic(const words& keys);  // lab 07: a list of steps
std::string hybrid(const words& keys);   // lab 08

}  // namespace steppers
