// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <vector>
using mover = void (*)(void*, const void*);
static void move_key(void* to, const void* from) { mempcpy(to, from, 4); }
__global__ void to_host_kernel(mover move, std::uint32_t* keys, const std::uint32_t* in, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const std::uint32_t key = in[i];
  move(keys + i, &key);
}
__global__ void from_host_kernel(mover move, const std::uint32_t* keys, std::uint32_t* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  std::uint32_t key = 0;
  move(&key, keys + i);
  out[i] = key;
}
// As 127, by way of a function of its own.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  if (n == 0) return {};
  const auto blocks = static_cast<unsigned>((n + 255) / 256);
  std::vector<std::uint32_t> keys(n);
  to_host_kernel<<<blocks, 256>>>(move_key, keys.data(), d_in, n);
  cudaDeviceSynchronize();
  std::reverse(keys.begin(), keys.end());
  from_host_kernel<<<blocks, 256>>>(move_key, keys.data(), d_out, n);
  cudaDeviceSynchronize();
  return {};
}
