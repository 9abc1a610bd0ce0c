// SPDX-License-Identifier: Apache-2.0
// For submissions in which one thread, or one thread after another, does the work, while many other threads
// are kept busy.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lab/cuda_check.h"

static __global__ void busy_kernel(std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = static_cast<std::uint32_t>(i);
}
inline void keep_busy(std::uint32_t* d_out, std::size_t n) {
  busy_kernel<<<static_cast<unsigned>((n + 127) / 128), 128>>>(d_out, n);
  CUDA_CHECK_LAUNCH("busy_kernel");
}
