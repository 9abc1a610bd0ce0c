// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
__global__ void copy_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// No copy is made by the host: kernels carry the keys to memory that it can read, and back.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  if (n == 0) return {};
  std::uint32_t* pinned = nullptr;
  cudaMallocHost(&pinned, n * 4);
  copy_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_in, pinned, n);
  cudaDeviceSynchronize();
  std::reverse(pinned, pinned + n);
  copy_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(pinned, d_out, n);
  cudaDeviceSynchronize();
  cudaFreeHost(pinned);
  return {};
}
