// SPDX-License-Identifier: Apache-2.0
// One thread does it by volatile loads and stores of 8 bytes to shared memory; all threads store the result.
__global__ void serial_kernel(const volatile std::uint32_t* in, std::uint32_t* out, unsigned n) {
  __shared__ unsigned long long s_two[512];
  if (threadIdx.x == 0)
    for (unsigned i = 0; i < n; i += 2) {
      const unsigned long long low = in[n - 1 - i], high = i + 1 < n ? in[n - 2 - i] : 0u;
      s_two[i / 2] = low | high << 32;
    }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = static_cast<std::uint32_t>(s_two[i / 2] >> i % 2 * 32);
}
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  serial_kernel<<<1, 128>>>(d_in, d_out, static_cast<unsigned>(n));
  CUDA_CHECK_LAUNCH("serial_kernel");
  return {};
}
