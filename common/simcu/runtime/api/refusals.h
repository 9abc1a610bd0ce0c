// SPDX-License-Identifier: Apache-2.0
// A launch that does not begin: which number is over which limit, of which kernel, at which line. CUDA has
// only "invalid argument" for it.
#pragma once
#include <string>

#include "api/deferred.h"

namespace simcu {

// Why these sizes cannot be launched on any device like this; "" if they can.
std::string why_sizes_are_refused(const configuration& c);

// Prints "simcu: the launch of `kernel` at prog.cu:7 was refused: why (cudaErrorInvalidValue)", once for each
// text.
void print_refusal(const std::string& kernel, location where, const std::string& why, int error);
// The same of a function of CUDA's that would launch a kernel, at the line that the host's stack tells.
void print_refused_call(const std::string& why, int error);
void forget_refusals();  // a text is printed once more

}  // namespace simcu
