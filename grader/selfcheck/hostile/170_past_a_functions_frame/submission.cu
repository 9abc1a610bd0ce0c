// SPDX-License-Identifier: Apache-2.0
namespace {
// Overwrites the function's return address with the same address. It could be any other address.
__device__ __attribute__((noinline)) std::uintptr_t replace(unsigned first, unsigned last) {
  std::uintptr_t own[4] = {1, 2, 3, 4};
  for (unsigned i = first; i < last; ++i) own[i] = own[i] + first - 4;
  return own[first - 1];
}
__global__ void reverse_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n && replace(4, 16) == 4) out[n - 1 - i] = in[i];
}
}  // namespace
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  reverse_kernel<<<static_cast<unsigned>((n + 127) / 128), 128>>>(d_in, d_out, n);
  CUDA_CHECK_LAUNCH("reverse_kernel");
  return {};
}
