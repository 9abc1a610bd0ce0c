// SPDX-License-Identifier: Apache-2.0
// Keeps checked kernels from calling the host's libraries through function pointers, which are not valid on a
// GPU.
//
// x86-64 only. `call *%rax` becomes `call __x86_indirect_thunk_rax` with g++'s -mindirect-branch=thunk-extern
// and clang's -mretpoline-external-thunk.
#pragma once

namespace simcu {

// Returns if the checkers see `function`, or if it is mathematical; otherwise ends the launch. `caller` is
// the return address.
void kernel_calls(const void* function, const void* caller);

// Returns false for functions that the device also has. `function` may be null.
bool is_the_hosts_alone(const char* function, const char* library);
// Ends the running launch; in the message, `how` follows the function's name.
[[noreturn]] void fail_host_call(const char* name, const char* how, const void* caller);

}  // namespace simcu
