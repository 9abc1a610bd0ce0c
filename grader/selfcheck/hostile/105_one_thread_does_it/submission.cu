// SPDX-License-Identifier: Apache-2.0
// One thread of a kernel runs a serial program. All other threads do useless work.
__global__ void serial_kernel(const std::uint32_t* in, std::uint32_t* out, unsigned n) {
  __shared__ unsigned s_busy[256];
  if (blockIdx.x * blockDim.x + threadIdx.x == 0)
    for (unsigned i = 0; i < n; ++i) out[n - 1 - i] = in[i];
  else
    for (unsigned i = 0; i < n; ++i) s_busy[threadIdx.x] = i;
}
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  serial_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_in, d_out, static_cast<unsigned>(n));
  CUDA_CHECK_LAUNCH("serial_kernel");
  return {};
}
