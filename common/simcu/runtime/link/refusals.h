// SPDX-License-Identifier: Apache-2.0
// A launch that does not begin: which number is over which limit, of which kernel, at which line. CUDA has
// only "invalid argument" for it.
#pragma once
#include <string>

#include "link/configuration.h"

namespace simcu {

// Why these sizes cannot be launched on any device like this; "" if they can.
std::string why_sizes_are_refused(const configuration& c);

// Prints "simcu: the launch of `kernel` at prog.cu:7 was refused: why (cudaErrorInvalidValue)", once for each
// text.
void print_refusal(const std::string& kernel, location where, const std::string& why, int error);
// The same of another call, at the line that the host's stack tells. what: kALaunch, or the name of a
// function.
constexpr char kALaunch[] = "the launch of a kernel";
void print_refused_call(const std::string& what, const std::string& why, int error);
void forget_refusals();  // a text is printed once more

}  // namespace simcu
