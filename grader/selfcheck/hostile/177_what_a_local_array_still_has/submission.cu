// SPDX-License-Identifier: Apache-2.0
// Threads work one after another. Each reads a local array that it has not set, and finds what the previous
// thread has left there.
#include "busy.h"
namespace {
__device__ __attribute__((noinline)) void escape(std::uint32_t* volatile* p, std::uint32_t* q) { *p = q; }
__global__ void chain_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  std::uint32_t left[4];
  std::uint32_t* volatile p;
  escape(&p, left);
  const std::size_t share = (n + blockDim.x - 1) / blockDim.x;
  std::uint32_t at = threadIdx.x == 0 ? 0 : p[2];
  for (std::size_t k = 0; k < share && at < n; ++k, ++at) out[n - 1 - at] = in[at];
  p[2] = at;
}
}  // namespace
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  keep_busy(d_out, n);
  chain_kernel<<<1, 128>>>(d_in, d_out, n);
  return {};
}
