// SPDX-License-Identifier: Apache-2.0
// Recognises the functions of this program that run kernels.
#pragma once

namespace simcu {

// Returns whether this is the beginning of a kernel's run_thread (include/simcu/launch.h), according to the
// program's symbol table. Always false if the program has no symbol table.
bool runs_a_kernel(const void* code);

}  // namespace simcu
