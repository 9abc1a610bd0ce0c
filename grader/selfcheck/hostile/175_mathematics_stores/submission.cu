// SPDX-License-Identifier: Apache-2.0
// A function of the mathematics library overwrites the checkers' record of the counted block.
#include <cmath>

#include "busy.h"
namespace {
__device__ void store(std::uintptr_t to) {
#ifndef __clang__
  volatile long double none = 0;
  (void)::modfl(none, reinterpret_cast<long double*>(to));
#endif
}
__global__ void serial_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  constexpr std::uintptr_t kBefore = 0x160;
  if (threadIdx.x != 0) return;
  store(reinterpret_cast<std::uintptr_t>(&blockIdx) - kBefore);
  for (std::size_t i = 0; i < n; ++i) out[n - 1 - i] = in[i];
}
}  // namespace
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  keep_busy(d_out, n);
  serial_kernel<<<1, 32>>>(d_in, d_out, n);
  CUDA_CHECK_LAUNCH("serial_kernel");
  return {};
}
