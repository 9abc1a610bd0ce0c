// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>
__global__ void to_host_kernel(std::uint32_t* keys, const std::uint32_t* in, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __builtin_ia32_movnti(reinterpret_cast<int*>(keys + i), static_cast<int>(in[i]));
}
__global__ void from_host_kernel(const std::uint32_t* keys, std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  std::uint32_t key = 0;
  __builtin_mempcpy(&key, keys + i, 4);
  out[i] = key;
}
// Like 124, but with built-in functions of the host compiler.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  if (n == 0) return {};
  const auto blocks = static_cast<unsigned>((n + 255) / 256);
  std::vector<std::uint32_t> keys(n);
  to_host_kernel<<<blocks, 256>>>(keys.data(), d_in, n);
  cudaDeviceSynchronize();
  std::reverse(keys.begin(), keys.end());
  from_host_kernel<<<blocks, 256>>>(keys.data(), d_out, n);
  cudaDeviceSynchronize();
  return {};
}
