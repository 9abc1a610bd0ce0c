// SPDX-License-Identifier: Apache-2.0
// A kernel cannot call the host's libraries: on a GPU a pointer to one of their functions leads nowhere. In
// checked programs each call by a pointer (of a function, a virtual one among them) comes here first.
//
// x86-64 only. The compiler makes the calls: `call *%rax` becomes `call __x86_indirect_thunk_rax` with g++'s
// -mindirect-branch=thunk-extern and clang's -mretpoline-external-thunk.
#pragma once

namespace simcu {

// Ends the launch, with a sentence, if `function` is one of a library's that the device does not have.
// Otherwise returns. For kernels' code; `caller` is where it would return to.
void kernel_calls(const void* function, const void* caller);

}  // namespace simcu
