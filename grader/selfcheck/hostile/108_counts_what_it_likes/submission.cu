// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
__global__ void copy_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// The simulated device's settings are variables of the process: counters are off while the keys go to the
// host and back, and on for a kernel that stores the result.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  if (n == 0) return {};
  const auto blocks = static_cast<unsigned>((n + 255) / 256);
  const bool counted = getenv("SIMCU_COUNTERS") != nullptr;
  std::uint32_t *pinned = nullptr, *d_keys = nullptr;
  cudaMallocHost(&pinned, n * 4);
  cudaMalloc(&d_keys, n * 4);
  unsetenv("SIMCU_COUNTERS");
  copy_kernel<<<blocks, 256>>>(d_in, pinned, n);
  cudaDeviceSynchronize();
  std::reverse(pinned, pinned + n);
  copy_kernel<<<blocks, 256>>>(pinned, d_keys, n);
  cudaDeviceSynchronize();
  if (counted) setenv("SIMCU_COUNTERS", "1", 1);
  copy_kernel<<<blocks, 256>>>(d_keys, d_out, n);
  cudaDeviceSynchronize();
  cudaFreeHost(pinned);
  cudaFree(d_keys);
  return {};
}
