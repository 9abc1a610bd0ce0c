// SPDX-License-Identifier: Apache-2.0
// Exercise 7 with many blocks: each sorts a tile; then, pass after pass, each makes a tile of the output of
// two runs that are merged. A run is a power of two of tiles, so no tile belongs to two pairs.
#pragma once
#include <cstddef>
#include <cstdint>

#include "merge_path.cuh"

constexpr unsigned kLeastItems = 4;

// Threads of a block with so many keys for each; sort_block has up to twice the tile's. A second bound of 1
// lets the kernels below have more registers than would leave room for a multiprocessor full of threads.
constexpr unsigned threads_with(unsigned items) {
  return 2 * kElements / items < kMaxBlockSize ? 2 * kElements / items : kMaxBlockSize;
}

template <unsigned Items>
__global__ void __launch_bounds__(threads_with(Items), 1)
    tiles_kernel(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  __shared__ std::uint32_t s_keys[kPaddedElements];
  const std::size_t tile = std::size_t{Items} * blockDim.x, begin = blockIdx.x * tile;
  const auto count = static_cast<unsigned>(n - begin < tile ? n - begin : tile);
  sort_tile<Items>(d_in + begin, d_out + begin, count, s_keys);
}

// The pair of runs in which output tile `begin` lies, and how far into the pair it begins.
struct merged_pair {
  std::size_t begin, middle, end, diagonal;
};
__device__ inline merged_pair pair_of(std::size_t begin, std::size_t n, std::size_t run) {
  const std::size_t first = begin / (2 * run) * (2 * run);
  return {first, first + run < n ? first + run : n, first + 2 * run < n ? first + 2 * run : n, begin - first};
}

// [lab06-splits]
// d_splits[t]: how many keys of the pair's first run come before output tile t.
static __global__ void splits_kernel(const std::uint32_t* d_keys, std::size_t n, std::size_t run,
                                     std::size_t tile, unsigned tiles, std::uint32_t* d_splits) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= tiles) return;
  const merged_pair p = pair_of(t * tile, n, run);
  d_splits[t] = static_cast<std::uint32_t>(merge_split(
      p.middle - p.begin, [&](std::size_t i) { return d_keys[p.begin + i]; }, p.end - p.middle,
      [&](std::size_t i) { return d_keys[p.middle + i]; }, p.diagonal));
}
// [lab06-splits]

// [lab06-merge-tiles]
template <unsigned Items>
__global__ void __launch_bounds__(kElements / Items, 1)
    merge_tiles_kernel(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n, std::size_t run,
                       const std::uint32_t* d_splits) {
  __shared__ std::uint32_t s_keys[kPaddedElements];
  const std::size_t tile = std::size_t{Items} * blockDim.x, begin = blockIdx.x * tile;
  const merged_pair p = pair_of(begin, n, run);
  const auto count = static_cast<unsigned>(n - begin < tile ? n - begin : tile);
  const bool ends_pair = begin + count == p.end;
  const std::size_t a = p.begin + d_splits[blockIdx.x], b = p.middle + p.diagonal - (a - p.begin);
  const std::size_t a_end = ends_pair ? p.middle : p.begin + d_splits[blockIdx.x + 1];
  const auto from_a = static_cast<unsigned>(a_end - a);
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x)
    s_keys[padded(i)] = i < from_a ? d_in[a + i] : d_in[b + (i - from_a)];
  __syncthreads();
  const unsigned first = min(threadIdx.x * Items, count), mine = min(Items, count - first);
  std::uint32_t keys[Items];
  if (mine > 0) merge_slice(s_keys, {0, from_a, count}, first, keys);
  replace_keys(s_keys, first, mine, keys);
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) d_out[begin + i] = s_keys[padded(i)];
}
// [lab06-merge-tiles]
