// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>
__global__ void to_host_kernel(double* keys, const std::uint32_t* in, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) (void)modf(static_cast<double>(in[i]), keys + i);
}
__global__ void from_host_kernel(const char* keys, std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double number = nan(keys + 16 * i);
  out[i] = static_cast<std::uint32_t>(__double_as_longlong(number));
}
// As 124, but mathematics moves the keys: modf stores them, and nan reads them.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  if (n == 0) return {};
  const auto blocks = static_cast<unsigned>((n + 255) / 256);
  std::vector<double> keys(n);
  to_host_kernel<<<blocks, 256>>>(keys.data(), d_in, n);
  cudaDeviceSynchronize();
  std::reverse(keys.begin(), keys.end());
  std::vector<char> text(16 * n);
  for (std::size_t i = 0; i < n; ++i) std::snprintf(&text[16 * i], 16, "%u", static_cast<unsigned>(keys[i]));
  from_host_kernel<<<blocks, 256>>>(text.data(), d_out, n);
  cudaDeviceSynchronize();
  return {};
}
