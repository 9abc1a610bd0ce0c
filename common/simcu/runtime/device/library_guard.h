// SPDX-License-Identifier: Apache-2.0
// Keeps kernels from calling the host's libraries, wherever in the program the kernels' code is. The
// program's calls to library functions go through a check of the caller. (indirect_calls.h checks calls
// through a pointer.)
//
// x86-64 only.
#pragma once

namespace simcu {

// From then on, a kernel that calls a library function ends its launch with an error. Mathematics and a few
// functions that move bytes are allowed. Call the function once, in a process whose only signal handlers are
// simcu's.
void guard_libraries();

}  // namespace simcu
