// SPDX-License-Identifier: Apache-2.0
// Which code of this program runs kernels.
#pragma once

namespace simcu {

// Whether it is the beginning of a kernel's run_threads (include/simcu/launch.h), by the program's own table
// of symbols. False for everything if the program has none.
bool runs_a_kernel(const void* code);

}  // namespace simcu
