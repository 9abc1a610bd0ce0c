// SPDX-License-Identifier: Apache-2.0
// Keeps kernels from calling the host's libraries: on a GPU, a pointer to a library function is not valid. In
// checked programs every call by a pointer (to a function, including virtual ones) goes through this check.
//
// x86-64 only. The compiler makes the calls: `call *%rax` becomes `call __x86_indirect_thunk_rax` with g++'s
// -mindirect-branch=thunk-extern and clang's -mretpoline-external-thunk.
#pragma once

namespace simcu {

// Returns if `function` is code that the checkers see, or mathematics. Otherwise ends the launch with an
// error message. For kernels' code; `caller` is the return address of the call.
void kernel_calls(const void* function, const void* caller);

// Whether a function of this library belongs to the system and not also to the device, as mathematics does.
// Its name may be null.
bool is_the_hosts_alone(const char* function, const char* library);
// Ends the running kernel's launch because it calls this host function: by a pointer, or as `how` says.
[[noreturn]] void fail_host_call(const char* name, const char* how, const void* caller);

}  // namespace simcu
