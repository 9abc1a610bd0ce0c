// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>
__attribute__((noinline, no_sanitize_thread)) __host__ __device__ void move(std::uint32_t* to,
                                                                            const std::uint32_t* from) {
  *to = *from;
}
__global__ void move_kernel(std::uint32_t* to, const std::uint32_t* from, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) move(to + i, from + i);
}
__global__ void copy_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// A kernel moves the keys to memory of the host and back, in a function that asks not to be instrumented.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  if (n == 0) return {};
  const auto blocks = static_cast<unsigned>((n + 255) / 256);
  std::vector<std::uint32_t> keys(n);
  std::uint32_t* d_keys = nullptr;
  cudaMalloc(&d_keys, n * 4);
  cudaMemset(d_keys, 0, n * 4);
  move_kernel<<<blocks, 256>>>(keys.data(), d_in, n);
  cudaDeviceSynchronize();
  std::reverse(keys.begin(), keys.end());
  move_kernel<<<blocks, 256>>>(d_keys, keys.data(), n);
  copy_kernel<<<blocks, 256>>>(d_keys, d_out, n);
  cudaDeviceSynchronize();
  cudaFree(d_keys);
  return {};
}
