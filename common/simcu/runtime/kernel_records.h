// SPDX-License-Identifier: Apache-2.0
// What the runtime remembers of a kernel (by identity). Defined in launch.cpp.
#pragma once
#include <cstddef>

namespace simcu {

// Bytes of static __shared__ memory: 0 until the kernel has run once.
std::size_t known_static_shared(const void* kernel);
// The most shared memory of one block: 48 KiB, or what cudaFuncSetAttribute allows.
std::size_t allowed_dynamic_shared(const void* kernel);
// The first argument of __launch_bounds__, or 0.
unsigned known_max_threads(const void* kernel);

}  // namespace simcu
