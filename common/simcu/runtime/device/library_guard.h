// SPDX-License-Identifier: Apache-2.0
// Keeps kernels from calling the host's libraries directly: calls to library functions go through a check of
// the caller. (indirect_calls.h checks calls through a pointer.)
//
// x86-64 only.
#pragma once

namespace simcu {

// From then on, a kernel that calls a library function ends its launch, except for mathematics and a few
// functions that move bytes. Call this once, while simcu's are the only signal handlers.
void guard_libraries();

}  // namespace simcu
