// SPDX-License-Identifier: Apache-2.0
// Explains why a launch was refused, because CUDA itself only says "invalid argument".
#pragma once
#include <string>

#include "link/configuration.h"

namespace simcu {

// Returns "" if the launch is possible.
std::string why_sizes_are_refused(const configuration& c);

// Prints "simcu: the launch of `kernel` at prog.cu:7 was refused: why (cudaErrorInvalidValue)", once per
// text.
void print_refusal(const std::string& kernel, location where, const std::string& why, int error);
// Names the line from the host's stack. `what` is kALaunch or a function's name.
constexpr char kALaunch[] = "the launch of a kernel";
void print_refused_call(const std::string& what, const std::string& why, int error);
void forget_refusals();  // every text can be printed once more

}  // namespace simcu
