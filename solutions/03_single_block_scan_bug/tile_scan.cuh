// SPDX-License-Identifier: Apache-2.0
// What one block does with one tile: load it into registers, scan it, store it. Used by exercises 5, 6 and 7.
// Blocks have whole warps. Nothing here assumes that the lanes of a warp run together, except where they meet
// in a shuffle.
#pragma once
#include <cstddef>
#include <cstdint>

#include "single_block_scan_bug.h"

constexpr unsigned kAllLanes = 0xffffffffu;
constexpr unsigned kRows = 8;  // a warp scans this many rows of 128 neighbouring elements
constexpr unsigned kItemsPerThread = 4 * kRows;

__host__ __device__ inline std::size_t tile_size(unsigned block_size) {
  return std::size_t{block_size} * kItemsPerThread;
}
__host__ __device__ inline unsigned tiles_of(std::size_t n, unsigned block_size) {
  return static_cast<unsigned>((n + tile_size(block_size) - 1) / tile_size(block_size));
}

// [lab03-scan-block]
// Inclusive scans over the lanes of a warp, `count` of them side by side so that their shuffles overlap.
template <unsigned count>
__device__ void scan_lanes(std::uint32_t (&x)[count]) {
  for (unsigned distance = 1; distance < 32; distance *= 2)
    for (std::uint32_t& sum : x) {
      const std::uint32_t left = __shfl_up_sync(kAllLanes, sum, distance);
      if (threadIdx.x % 32 >= distance) sum += left;
    }
}

// Replaces x by exclusive sums over the block: warp after warp; in a warp x[0] of all lanes, then x[1], ….
// Returns the sum of all. One barrier. s_sums: 32 words that nobody else uses from the barrier before this
// one to the one after it.
template <unsigned count>
__device__ std::uint32_t scan_block(std::uint32_t (&x)[count], std::uint32_t* s_sums) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  std::uint32_t upto[count], before = 0;
  for (unsigned r = 0; r < count; ++r) upto[r] = x[r];
  scan_lanes(upto);
  for (unsigned r = 0; r < count; ++r) {
    x[r] = before + upto[r] - x[r];
    before += __shfl_sync(kAllLanes, upto[r], 31);
  }
  if (lane == 0) s_sums[warp] = before;
  __syncthreads();
  // Every warp scans the sums of all warps for itself: waiting for one that does it takes another barrier.
  const std::uint32_t own = lane < blockDim.x / 32 ? s_sums[lane] : 0;
  std::uint32_t upto_warp[1] = {own};
  scan_lanes(upto_warp);
  before = __shfl_sync(kAllLanes, upto_warp[0] - own, warp);
  for (std::uint32_t& sum : x) sum += before;
  return __shfl_sync(kAllLanes, upto_warp[0], 31);
}
// [lab03-scan-block]

// [lab03-tile]
// This thread's part of a tile: four neighbours in each row of its warp. So a warp loads and stores a row as
// 512 contiguous bytes, and one scan over its lanes finishes the row.
struct tile {
  uint4 row[kRows];

  // The tile that begins at element `begin`; elements from n on count as 0.
  __device__ tile(const scan_job& job, std::size_t begin) {
    const bool vectors = in_vectors(job.d_in, begin, job.n);
    begin += first_of_thread();
    if (vectors) {
      for (unsigned r = 0; r < kRows; ++r)
        row[r] = *reinterpret_cast<const uint4*>(job.d_in + begin + 128 * r);
    } else {
      const auto at = [&](std::size_t i) { return i < job.n ? job.d_in[i] : 0; };
      for (unsigned r = 0; r < kRows; ++r, begin += 128)
        row[r] = {at(begin), at(begin + 1), at(begin + 2), at(begin + 3)};
    }
  }

  __device__ std::uint32_t sum_of_row(unsigned r) const { return row[r].x + row[r].y + row[r].z + row[r].w; }
  __device__ std::uint32_t sum() const {
    std::uint32_t sum = 0;
    for (unsigned r = 0; r < kRows; ++r) sum += sum_of_row(r);
    return sum;
  }
  // [lab03-tile]

  // Stores the sums; before[r] is the sum of all that stands before row[r].
  __device__ void store(const scan_job& job, std::size_t begin, const std::uint32_t (&before)[kRows]) const {
    const bool vectors = in_vectors(job.d_out, begin, job.n);
    begin += first_of_thread();
    for (unsigned r = 0; r < kRows; ++r, begin += 128) {
      const std::uint32_t a = before[r], b = a + row[r].x, c = b + row[r].y, d = c + row[r].z,
                          e = d + row[r].w;
      const uint4 sums = job.kind == scan_kind::exclusive ? uint4{a, b, c, d} : uint4{b, c, d, e};
      if (vectors) {
        *reinterpret_cast<uint4*>(job.d_out + begin) = sums;
      } else {
        if (begin < job.n) job.d_out[begin] = sums.x;
        if (begin + 1 < job.n) job.d_out[begin + 1] = sums.y;
        if (begin + 2 < job.n) job.d_out[begin + 2] = sums.z;
        if (begin + 3 < job.n) job.d_out[begin + 3] = sums.w;
      }
    }
  }

 private:
  static __device__ unsigned first_of_thread() {
    return threadIdx.x / 32 * (32 * kItemsPerThread) + threadIdx.x % 32 * 4;
  }
  static __device__ bool in_vectors(const void* p, std::size_t begin, std::size_t n) {
    return begin + tile_size(blockDim.x) <= n && reinterpret_cast<std::uintptr_t>(p) % sizeof(uint4) == 0;
  }
};

// [lab03-scan-tile]
// Scans the tile that begins at element `begin`. before_tile(sum) gets the tile's sum and gives the sum of
// all that stands before the tile. Returns the tile's sum. s_sums: as for scan_block.
template <class function>
__device__ std::uint32_t scan_tile(const scan_job& job, std::size_t begin, std::uint32_t* s_sums,
                                   function before_tile) {
  const tile items(job, begin);
  std::uint32_t before[kRows];
  for (unsigned r = 0; r < kRows; ++r) before[r] = items.sum_of_row(r);
  const std::uint32_t sum = scan_block(before, s_sums);
  const std::uint32_t offset = before_tile(sum);
  for (std::uint32_t& b : before) b += offset;
  items.store(job, begin, before);
  return sum;
}
// [lab03-scan-tile]
