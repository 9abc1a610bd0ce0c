// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>
[[gnu::noinline, gnu::no_sanitize("thread")]] __host__ __device__ void put(std::uint32_t* to,
                                                                           std::uint32_t key) {
  *to = key;
}
__attribute__((noinline, __no_sanitize_thread__)) __host__ __device__ std::uint32_t get(
    const std::uint32_t* from) {
  return *from;
}
__global__ void to_host_kernel(std::uint32_t* keys, const std::uint32_t* in, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) put(keys + i, in[i]);
}
__global__ void from_host_kernel(const std::uint32_t* keys, std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = get(keys + i);
}
// As 121, but all that changes in device memory is stored where the checkers see it.
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
