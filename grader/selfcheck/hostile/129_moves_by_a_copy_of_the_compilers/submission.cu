// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>
struct triple {
  std::uint32_t words[3];
};
__global__ void to_host_kernel(void* keys, const std::uint32_t* in, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const triple key{{in[i], 0, 0}};
  __builtin_memcpy(static_cast<char*>(keys) + 12 * i, &key, 12);
}
__global__ void from_host_kernel(const void* keys, std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  triple key;
  __builtin_memcpy(&key, static_cast<const char*>(keys) + 12 * i, 12);
  out[i] = key.words[0];
}
// As 124, by copies of 12 bytes for which the compiler calls no function.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  if (n == 0) return {};
  const auto blocks = static_cast<unsigned>((n + 255) / 256);
  std::vector<triple> keys(n);
  to_host_kernel<<<blocks, 256>>>(keys.data(), d_in, n);
  cudaDeviceSynchronize();
  std::reverse(keys.begin(), keys.end());
  from_host_kernel<<<blocks, 256>>>(keys.data(), d_out, n);
  cudaDeviceSynchronize();
  return {};
}
