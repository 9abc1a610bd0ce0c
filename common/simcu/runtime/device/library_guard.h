// SPDX-License-Identifier: Apache-2.0
// A kernel cannot call the host's libraries, whichever code of the program's it is in: the program's ways to
// their functions lead past a look at who calls. (Calls by a pointer: indirect_calls.h.)
//
// x86-64 only.
#pragma once

namespace simcu {

// From then on a kernel that calls a library's function ends its launch with an error. Mathematics is
// allowed, and a few functions that move bytes. Call it once, in a process whose only signal handlers are
// simcu's.
void guard_libraries();

}  // namespace simcu
