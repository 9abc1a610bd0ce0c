// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <vector>
using mover = void* (*)(void*, const void*, std::size_t);
__global__ void move_kernel(mover move, char* to, const char* from, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) move(to + 4 * i, from + 4 * i, 4);
}
__global__ void copy_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// A kernel moves the keys to host memory and back with a library function. The checkers do not see that
// function's loads and stores.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  if (n == 0) return {};
  const auto blocks = static_cast<unsigned>((n + 255) / 256);
  std::vector<std::uint32_t> keys(n);
  std::uint32_t* d_keys = nullptr;
  cudaMalloc(&d_keys, n * 4);
  cudaMemset(d_keys, 0, n * 4);
  move_kernel<<<blocks, 256>>>(mempcpy, (char*)keys.data(), (const char*)d_in, n);
  cudaDeviceSynchronize();
  std::reverse(keys.begin(), keys.end());
  move_kernel<<<blocks, 256>>>(mempcpy, (char*)d_keys, (const char*)keys.data(), n);
  copy_kernel<<<blocks, 256>>>(d_keys, d_out, n);
  cudaDeviceSynchronize();
  cudaFree(d_keys);
  return {};
}
