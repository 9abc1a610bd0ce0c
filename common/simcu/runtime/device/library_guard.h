// SPDX-License-Identifier: Apache-2.0
// A kernel cannot call the host's libraries, whichever code of the program's it is in: the program's ways to
// their functions lead past a look at who calls. (Calls by a pointer: indirect_calls.h.)
//
// x86-64 only.
#pragma once

namespace simcu {

// Once, in a process that has no handlers of signals but simcu's: from then on a kernel that calls a
// library's function, except of mathematics and a few that move bytes, ends its launch with an error.
void guard_libraries();

}  // namespace simcu
