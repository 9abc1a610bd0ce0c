// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>
__global__ void copy_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// Kernels store the keys in host memory and load them from there. No GPU can do this, and the checkers
// report it. Without the checkers, the simulated device allows it.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  if (n == 0) return {};
  const auto blocks = static_cast<unsigned>((n + 255) / 256);
  std::vector<std::uint32_t> keys(n);
  copy_kernel<<<blocks, 256>>>(d_in, keys.data(), n);
  cudaDeviceSynchronize();
  std::reverse(keys.begin(), keys.end());
  copy_kernel<<<blocks, 256>>>(keys.data(), d_out, n);
  cudaDeviceSynchronize();
  return {};
}
