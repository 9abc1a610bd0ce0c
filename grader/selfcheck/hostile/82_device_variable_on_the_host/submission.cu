// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
__device__ std::uint32_t d_kept[4096];
__global__ void keep_kernel(const std::uint32_t* in, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) d_kept[i] = in[i];
}
__global__ void give_kernel(std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = d_kept[i];
}
// On a GPU, these would be two variables with the same name.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  if (n == 0) return {};
  keep_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_in, n);
  cudaDeviceSynchronize();
  std::reverse(d_kept, d_kept + n);
  give_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_out, n);
  return {};
}
