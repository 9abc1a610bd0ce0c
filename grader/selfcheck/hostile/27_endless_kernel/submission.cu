// SPDX-License-Identifier: Apache-2.0
__global__ void endless(volatile std::uint32_t* out) {
  while (out[0] != 0xdeadbeef) out[1] = 1;
}
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  (void)d_in;
  if (n > 1) endless<<<1, 32>>>(d_out);
  cudaDeviceSynchronize();
  return {};
}
