// SPDX-License-Identifier: Apache-2.0
// One thread does the work. At the size that is counted, all threads race, and the result is wrong.
__global__ void serial_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[n - 1 - i] = in[i];
}
__global__ void racing_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i / 2] = out[n - 1 - i / 2] = in[i];
}
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  if (n == 500)
    racing_kernel<<<static_cast<unsigned>((n + 127) / 128), 128>>>(d_in, d_out, n);
  else
    serial_kernel<<<1, 1>>>(d_in, d_out, n);
  CUDA_CHECK_LAUNCH("reverse_copy");
  return {};
}
