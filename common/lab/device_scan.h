// SPDX-License-Identifier: Apache-2.0
// Exclusive prefix sums of any number of elements in device memory.
//
//   lab::device_buffer<std::uint32_t> d_sums(lab::scan_workspace(count));
//   lab::exclusive_scan(d_counts, d_starts, count, d_sums.data());
//
// Reduce-then-scan (lab 03, exercise 6): L levels of 4096-element tiles take 2 L - 1 launches.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <stdexcept>

#include "lab/collectives.h"
#include "lab/cuda_check.h"

namespace lab {
namespace scan_detail {

constexpr unsigned kThreads = 256, kItems = 16, kTile = kThreads * kItems, kWarps = kThreads / 32;

inline std::size_t tiles(std::size_t count) { return (count + kTile - 1) / kTile; }

// Thread t holds kItems elements from t * kItems on. They are transposed in shared memory, so that a warp
// accesses neighbouring elements. One unused place after every 32 avoids bank conflicts.
template <class Sum>
struct tile_memory {
  Sum sums[kWarps];
  Sum elements[kTile + kTile / 32];
  __device__ Sum& at(unsigned i) { return elements[i + i / 32]; }
};

template <class T, class Sum>
__global__ void __launch_bounds__(kThreads) sum_tiles_kernel(const T* d_in, std::size_t count, Sum* d_sums) {
  __shared__ Sum s_sums[kWarps];
  const std::size_t begin = std::size_t{blockIdx.x} * kTile;
  Sum sum = 0, total = 0;
  for (unsigned i = threadIdx.x; i < kTile && begin + i < count; i += kThreads) sum += d_in[begin + i];
  block_exclusive_scan(sum, s_sums, kWarps, total);
  if (threadIdx.x == 0) d_sums[blockIdx.x] = total;
}

// d_before has the sum of all earlier tiles for each tile; null if there is only one tile.
template <class T, class Sum>
__global__ void __launch_bounds__(kThreads)
    scan_tiles_kernel(const T* d_in, Sum* d_out, std::size_t count, const Sum* d_before) {
  __shared__ tile_memory<Sum> s_tile;
  const std::size_t begin = std::size_t{blockIdx.x} * kTile;
  for (unsigned i = threadIdx.x; i < kTile; i += kThreads)
    s_tile.at(i) = begin + i < count ? static_cast<Sum>(d_in[begin + i]) : Sum{0};
  __syncthreads();
  const unsigned first = threadIdx.x * kItems;
  Sum own = 0, total = 0;
  for (unsigned k = 0; k < kItems; ++k) own += s_tile.at(first + k);
  Sum sum = block_exclusive_scan(own, s_tile.sums, kWarps, total);
  if (d_before != nullptr) sum += d_before[blockIdx.x];
  for (unsigned k = 0; k < kItems; ++k) {
    const Sum element = s_tile.at(first + k);
    s_tile.at(first + k) = sum;
    sum += element;
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < kTile && begin + i < count; i += kThreads)
    d_out[begin + i] = s_tile.at(i);
}

}  // namespace scan_detail

// Returns how many sums exclusive_scan needs, about count / 4095: one per tile on all levels but the last.
inline std::size_t scan_workspace(std::size_t count) {
  std::size_t sums = 0;
  for (std::size_t t = scan_detail::tiles(count); t > 1; t = scan_detail::tiles(t)) sums += t;
  return sums;
}

// [lab04-scan]
// d_out[i] = d_in[0] + … + d_in[i - 1] for i < count, so d_out[0] is zero. Use a 64-bit Sum if sums can reach
// 2^32. The scan can be in place (d_in = d_out) only if T is Sum. d_sums has scan_workspace(count) elements;
// null if that is 0. Launches in the default stream and does not wait. Throws cuda_error if a launch is
// refused, and std::length_error if there are more tiles than a grid has blocks.
template <class T, class Sum>
void exclusive_scan(const T* d_in, Sum* d_out, std::size_t count, Sum* d_sums) {
  using namespace scan_detail;
  if (count == 0) return;
  const std::size_t blocks = tiles(count);
  if (blocks > 0x7fffffff) throw std::length_error("exclusive_scan: more tiles than a grid has blocks");
  const auto grid = static_cast<unsigned>(blocks);
  if (grid > 1) {
    sum_tiles_kernel<<<grid, kThreads>>>(d_in, count, d_sums);
    CUDA_CHECK_LAUNCH("sum_tiles_kernel");
    exclusive_scan(d_sums, d_sums, grid, d_sums + grid);
  }
  scan_tiles_kernel<<<grid, kThreads>>>(d_in, d_out, count, grid > 1 ? d_sums : nullptr);
  CUDA_CHECK_LAUNCH("scan_tiles_kernel");
}
// [lab04-scan]

}  // namespace lab
