// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace simcu {

// Returns false if the program has no symbol table.
bool runs_a_kernel(const void* code);

}  // namespace simcu
