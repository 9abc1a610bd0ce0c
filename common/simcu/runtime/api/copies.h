// SPDX-License-Identifier: Apache-2.0
// For calls that consist of several copies or fills: a call that is refused must have done nothing.
#pragma once
#include <cstddef>

#include "simcu/driver_types.h"

namespace simcu {

// What cudaMemcpy2D and cudaMemset2D would return, with the usual reports; nothing is copied or filled.
cudaError_t check_copy_2d(void* dst, std::size_t dpitch, const void* src, std::size_t spitch,
                          std::size_t width, std::size_t height, cudaMemcpyKind kind, const char* call);
cudaError_t check_fill_2d(void* p, std::size_t pitch, std::size_t width, std::size_t height,
                          const char* call);

}  // namespace simcu
