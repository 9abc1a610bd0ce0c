// SPDX-License-Identifier: Apache-2.0
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) d_out[n - 1 - i] = d_in[i];
  return {};
}
