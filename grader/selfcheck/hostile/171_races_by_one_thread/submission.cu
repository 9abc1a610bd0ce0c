// SPDX-License-Identifier: Apache-2.0
// One thread does the work, all others are busy, and all of them race on purpose. The checkers' finding must
// not hide that one thread does the work.
__global__ void serial_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  __shared__ unsigned s_race;
  for (std::size_t i = 0; i < n; ++i)
    if (threadIdx.x == 0)
      out[n - 1 - i] = in[i];
    else
      s_race = threadIdx.x;
}
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  serial_kernel<<<1, 32>>>(d_in, d_out, n);
  CUDA_CHECK_LAUNCH("serial_kernel");
  return {};
}
