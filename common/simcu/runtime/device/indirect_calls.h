// SPDX-License-Identifier: Apache-2.0
// Keeps kernels from calling the host's libraries, because a pointer to a library function is not valid on a
// GPU. In checked programs, every call through a function pointer (including virtual calls) goes through this
// check.
//
// x86-64 only. The compiler inserts the check: `call *%rax` becomes `call __x86_indirect_thunk_rax` with
// g++'s -mindirect-branch=thunk-extern and clang's -mretpoline-external-thunk.
#pragma once

namespace simcu {

// Returns if `function` is code that the checkers see, or a mathematical function. Otherwise ends the launch
// with an error message. Called by kernels' code. `caller` is the return address of the call.
void kernel_calls(const void* function, const void* caller);

// Returns whether this library function belongs only to the system; a mathematical function, for example,
// also belongs to the device. The function's name may be null.
bool is_the_hosts_alone(const char* function, const char* library);
// Ends the launch of the running kernel because it calls this host function. `how` follows the function's
// name in the message.
[[noreturn]] void fail_host_call(const char* name, const char* how, const void* caller);

}  // namespace simcu
