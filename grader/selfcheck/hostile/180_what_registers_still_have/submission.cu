// SPDX-License-Identifier: Apache-2.0
// Threads work one after another. Each continues from what the previous thread has left in vector registers
// or on the stack of the floating-point unit. It gets these by calling a function with too few arguments, and
// a function without a result as if it had one.
#include "busy.h"
namespace {
using d = double;
__device__ __attribute__((noinline)) d found(d a, d b, d c, d e, d f, d g, d h, d i) {
  for (const d v : {a, b, c, e, f, g, h, i})
    if (v >= 1e9 && v < 2e9) return v - 1e9;
  return -1;
}
__device__ __attribute__((noinline)) void keep(d, d, d, d, d, d, d, d) {}
__device__ __attribute__((noinline)) long double push(std::uint32_t v) { return v; }
__device__ __attribute__((noinline)) void nothing() {}
__global__ void chain_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  d (*volatile find)() = (d(*)())found;
  long double (*volatile pop)() = (long double (*)())nothing;
  void (*volatile leave)(d, d, d, d, d, d, d, d) = keep;
  void (*volatile leave_other)(std::uint32_t) = (void (*)(std::uint32_t))push;
  std::size_t at = 0;
  if (threadIdx.x > 0) {
    const d one = find();
    const long double other = pop();
    at = one >= 0 ? (std::size_t)one : other >= 0 ? (std::size_t)other : n;
  }
  const std::size_t share = (n + blockDim.x - 1) / blockDim.x;
  for (std::size_t k = 0; k < share && at < n; ++k, ++at) out[n - 1 - at] = in[at];
  const d v = 1e9 + at;
  leave(v, v, v, v, v, v, v, v);
  leave_other(at);
}
}  // namespace
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  keep_busy(d_out, n);
  chain_kernel<<<1, 128>>>(d_in, d_out, n);
  return {};
}
