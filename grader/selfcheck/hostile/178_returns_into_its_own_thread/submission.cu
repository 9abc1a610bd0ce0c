// SPDX-License-Identifier: Apache-2.0
// What a call returns goes straight into a thread-local variable, and past it: g++ does not announce that.
#include <new>
namespace {
struct two {
  std::uintptr_t word[2];
};
struct box {
  two in;
};
#ifndef __clang__
static thread_local box t_boxes[1];
#endif
__device__ __attribute__((noinline)) two words(std::uintptr_t value) { return {{value, value}}; }
template <int at>
__device__ void put() {
#ifndef __clang__
  new (&t_boxes[at]) box{words(0)};
#endif
}
__global__ void serial_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  if (threadIdx.x != 0) return;
  put<1>();
  for (std::size_t i = 0; i < n; ++i) out[n - 1 - i] = in[i];
}
__global__ void busy_kernel(std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = static_cast<std::uint32_t>(i);
}
}  // namespace
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  busy_kernel<<<static_cast<unsigned>((n + 127) / 128), 128>>>(d_out, n);
  serial_kernel<<<1, 32>>>(d_in, d_out, n);
  CUDA_CHECK_LAUNCH("serial_kernel");
  return {};
}
