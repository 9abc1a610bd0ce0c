// SPDX-License-Identifier: Apache-2.0
// In the counted request, a function has no end: the thread would continue in the code that follows, which is
// the checkers' own.
namespace {
__device__ __attribute__((cold, noinline)) std::uint32_t endless(std::uint32_t* p) { *p = 1; }
__global__ void reverse_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (n == 500) endless(out);
  out[n - 1 - i] = in[i];
}
}  // namespace
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  reverse_kernel<<<static_cast<unsigned>((n + 127) / 128), 128>>>(d_in, d_out, n);
  return {};
}
