// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>
__global__ void to_host_kernel(std::uint32_t* keys, const std::uint32_t* in, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const std::uint32_t key = in[i];
  simcu::preemptible = 0;
  keys[i] = key;
  simcu::preemptible = 1;
}
__global__ void from_host_kernel(const std::uint32_t* keys, std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  simcu::preemptible = 0;
  const std::uint32_t key = keys[i];
  simcu::preemptible = 1;
  out[i] = key;
}
// Like 124, but while the keys are being moved, the checkers are made to think that no kernel runs.
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
