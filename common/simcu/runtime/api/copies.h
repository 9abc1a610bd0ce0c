// SPDX-License-Identifier: Apache-2.0
// Checks all copies or fills of a call before the first is made.
#pragma once
#include <cstddef>

#include "simcu/driver_types.h"

namespace simcu {

// Returns and reports what cudaMemcpy2D would, but copies nothing.
cudaError_t check_copy_2d(void* dst, std::size_t dpitch, const void* src, std::size_t spitch,
                          std::size_t width, std::size_t height, cudaMemcpyKind kind, const char* call);
cudaError_t check_fill_2d(void* p, std::size_t pitch, std::size_t width, std::size_t height,
                          const char* call);

}  // namespace simcu
