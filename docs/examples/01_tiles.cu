// SPDX-License-Identifier: Apache-2.0
// Chapter 01: finds, for each key, the distance to the farthest other key. In the first version, every thread
// reads all keys. In the second, tiles of the keys pass through shared memory.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "lab/device_buffer.h"

using std::uint32_t;
constexpr int kTile = 64;  // threads per block, and keys per tile

__device__ uint32_t distance(uint32_t a, uint32_t b) { return a < b ? b - a : a - b; }

// [lab01-all-pairs-direct]
__global__ void direct_kernel(const uint32_t* keys, int n, uint32_t* farthest) {
  const int i = blockIdx.x * kTile + threadIdx.x;
  const uint32_t key = keys[i];
  uint32_t most = 0;
  for (int j = 0; j < n; ++j) most = max(most, distance(key, keys[j]));
  farthest[i] = most;
}
// [lab01-all-pairs-direct]

// [lab01-all-pairs-tiled]
__global__ void tiled_kernel(const uint32_t* keys, int n, uint32_t* farthest) {
  __shared__ uint32_t s_tile[kTile];
  const int i = blockIdx.x * kTile + threadIdx.x;
  const uint32_t key = keys[i];
  uint32_t most = 0;
  for (int begin = 0; begin < n; begin += kTile) {
    s_tile[threadIdx.x] = keys[begin + threadIdx.x];  // each thread loads one key
    __syncthreads();                                  // no thread reads before all keys are loaded
    for (int j = 0; j < kTile; ++j) most = max(most, distance(key, s_tile[j]));
    __syncthreads();  // no thread loads the next tile while others read this one
  }
  farthest[i] = most;
}
// [lab01-all-pairs-tiled]

int main() {
  constexpr int n = 1024;
  std::vector<uint32_t> keys(n);
  for (int i = 0; i < n; ++i) keys[i] = (i * 389u + 17u) % 1000u;
  const lab::device_buffer<uint32_t> d_keys(keys);
  lab::device_buffer<uint32_t> d_direct(n), d_tiled(n);
  direct_kernel<<<n / kTile, kTile>>>(d_keys.data(), n, d_direct.data());
  CUDA_CHECK_LAUNCH("direct_kernel");
  tiled_kernel<<<n / kTile, kTile>>>(d_keys.data(), n, d_tiled.data());
  CUDA_CHECK_LAUNCH("tiled_kernel");
  const std::vector<uint32_t> direct = d_direct.download(), tiled = d_tiled.download();
  std::printf("key %u: %u and %u\n", keys[0], direct[0], tiled[0]);
  std::printf("all %d answers of both kernels are %s\n", n, direct == tiled ? "the same" : "NOT THE SAME");
  return 0;
}
