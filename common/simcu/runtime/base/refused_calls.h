// SPDX-License-Identifier: Apache-2.0
// Host calls that are refused because of a pointer or the length of a range. Such a call does nothing, and a
// program that ignores return codes does not notice.
#pragma once
#include <cstddef>

#include "simcu/driver_types.h"
#include "simcu/error_codes.h"

namespace simcu {

struct refused_free {
  const char* call;  // "cudaFreeAsync"
  const void* address;
  bool of_host_memory;
};

// Rows of `width` bytes, `pitch` bytes apart.
struct transfer_side {
  const void* at = nullptr;
  std::size_t width = 0, pitch = 0, rows = 1;
  const void* symbol = nullptr;  // the __device__ variable that the call names; `at` may be outside it
};

struct refused_transfer {
  const char* call;
  bool fill;
  transfer_side to, from;
  cudaMemcpyKind kind;
  cudaError_t error = cudaErrorInvalidValue;
};

}  // namespace simcu
