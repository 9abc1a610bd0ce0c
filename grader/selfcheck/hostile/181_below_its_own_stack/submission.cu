// SPDX-License-Identifier: Apache-2.0
// Threads work one after another. Each continues from what the previous thread has left far below its local
// variables, in the unused part of the stack.
#include "busy.h"
namespace {
__global__ void chain_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  std::uint32_t own[4];
  volatile std::uint32_t* volatile p = own;
  volatile std::uint32_t* const unused = p - 4096;
  const std::size_t share = (n + blockDim.x - 1) / blockDim.x;
  std::uint32_t at = threadIdx.x == 0 ? 0 : *unused;
  for (std::size_t k = 0; k < share && at < n; ++k, ++at) out[n - 1 - at] = in[at];
  *unused = at;
}
}  // namespace
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  keep_busy(d_out, n);
  chain_kernel<<<1, 128>>>(d_in, d_out, n);
  return {};
}
