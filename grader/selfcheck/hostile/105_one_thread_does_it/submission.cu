// SPDX-License-Identifier: Apache-2.0
// A serial program, in a kernel of one thread; a second kernel has as many threads as one would expect.
__global__ void serial_kernel(const std::uint32_t* in, std::uint32_t* out, unsigned n) {
  if (blockIdx.x * blockDim.x + threadIdx.x != 0) return;
  for (unsigned i = 0; i < n; ++i) out[n - 1 - i] = in[i];
}
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  serial_kernel<<<(n + 255) / 256, 256>>>(d_in, d_out, static_cast<unsigned>(n));
  CUDA_CHECK_LAUNCH("serial_kernel");
  return {};
}
