// SPDX-License-Identifier: Apache-2.0
// Lab 06, exercise 9: a merge sort of any number of keys, through global memory.
//
// Each block sorts a tile. Then, in each pass, each block makes one tile of the merged output of two runs.
// The number of tiles in a run is a power of two, so no tile belongs to two pairs. This is faster than
// sort_block, where most of a merge's instructions check whether a run has ended. Here no check is needed.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "batcher_network.cuh"
#include "lab/cuda_check.h"
#include "lab/phase_timer.h"

namespace bucket_merge {

// Keys per thread: as many as fit in registers. The number is odd, so that neighbouring threads use different
// banks without padding. A tile takes less than 48 KiB of shared memory.
constexpr unsigned items_with(unsigned threads) { return threads <= 256 ? 33 : threads <= 512 ? 17 : 9; }
// The second argument of __launch_bounds__: how many blocks fit into the registers of a multiprocessor.
constexpr unsigned blocks_with(unsigned threads, unsigned registers) { return 65536 / (threads * registers); }

// [lab06-ends]
// s_keys[begin, end) has run a, ascending, and after its in_a keys run b from its last key to its first. So
// whichever run ends first, the next key at that end is the other run's largest key and can safely be taken.
// Reads this thread's slice of the merged runs, from the diagonal on, into registers.
template <unsigned Items>
__device__ void merge_from_ends(const std::uint32_t* s_keys, unsigned begin, unsigned in_a, unsigned end,
                                unsigned diagonal, std::uint32_t (&keys)[Items]) {
  // The search of merge_split. Run b is reversed, so s_a[i] is compared with s_b[i].
  const unsigned in_b = end - begin - in_a;
  const std::uint32_t *s_a = s_keys + begin, *s_b = s_keys + end - diagonal;
  unsigned low = diagonal > in_b ? diagonal - in_b : 0, high = diagonal < in_a ? diagonal : in_a;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (s_a[middle] <= s_b[middle])
      low = middle + 1;
    else
      high = middle;
  }
  unsigned a = begin + low, b = end - 1 - (diagonal - low);
  std::uint32_t key_a = s_keys[a], key_b = s_keys[b];
#pragma unroll
  for (unsigned k = 0; k < Items; ++k) {
    const bool takes_a = key_a <= key_b;
    keys[k] = takes_a ? key_a : key_b;
    if (k + 1 == Items) break;  // there may be no key left
    a += takes_a ? 1 : 0;
    b -= takes_a ? 0 : 1;
    const std::uint32_t key = s_keys[takes_a ? a : b];
    key_a = takes_a ? key : key_a;
    key_b = takes_a ? key_b : key;
  }
}

// Stores the thread's keys in the run [begin, end), at the places from `first` up. In a descending run, the
// keys go to the mirror images of these places.
template <unsigned Items>
__device__ void store_run(std::uint32_t* s_keys, unsigned begin, unsigned end, bool falling, unsigned first,
                          const std::uint32_t (&keys)[Items]) {
  const unsigned start = falling ? begin + end - 1 - first : first, step = falling ? -1 : 1;
#pragma unroll
  for (unsigned k = 0; k < Items; ++k) s_keys[start + k * step] = keys[k];
}
// [lab06-ends]

// Calls place(i, k) for each place i of a tile with `count` keys, where k numbers this thread's items.
// Neighbouring threads get neighbouring places. All tiles except the last are full, so they need no checks.
template <unsigned Items, class Do>
__device__ void for_each_place(unsigned count, Do place) {
  if (count == Items * blockDim.x) {
#pragma unroll
    for (unsigned k = 0; k < Items; ++k) place(threadIdx.x + k * blockDim.x, k);
  } else {
#pragma unroll
    for (unsigned k = 0; k < Items; ++k)
      if (const unsigned i = threadIdx.x + k * blockDim.x; i < count) place(i, k);
  }
}

// [lab06-tiles]
// The last tile is padded with the largest possible key.
template <unsigned Threads, unsigned Items = items_with(Threads)>
__global__ void __launch_bounds__(Threads, blocks_with(Threads, 128) > 0 ? blocks_with(Threads, 128) : 1)
    tiles_kernel(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  __shared__ std::uint32_t s_keys[Threads * Items];
  const unsigned tile = Items * blockDim.x, first = threadIdx.x * Items;
  const std::size_t at = std::size_t{blockIdx.x} * tile;
  const auto count = static_cast<unsigned>(n - at < tile ? n - at : tile);
  const std::uint32_t* d_tile = d_in + at;
  std::uint32_t keys[Items];
#pragma unroll
  for (unsigned k = 0; k < Items; ++k) keys[k] = 0xffffffff;
  // The keys are not sorted yet, so each thread can begin with any of them.
  for_each_place<Items>(count, [&](unsigned i, unsigned k) { keys[k] = d_tile[i]; });
  sort_network(keys);
  store_run(s_keys, first, first + Items, threadIdx.x % 2 == 1, first, keys);
  __syncthreads();
  for (unsigned run = Items; run < tile; run *= 2) {
    const unsigned begin = first / (2 * run) * (2 * run), end = min(begin + 2 * run, tile);
    merge_from_ends(s_keys, begin, min(run, end - begin), end, first - begin, keys);
    __syncthreads();  // all threads have read s_keys
    store_run(s_keys, begin, end, begin / (2 * run) % 2 == 1, first, keys);
    __syncthreads();
  }
  std::uint32_t* d_to = d_out + at;
  for_each_place<Items>(count, [&](unsigned i, unsigned) { d_to[i] = s_keys[i]; });
}
// [lab06-tiles]

// The pair of runs whose merged output has the tile at `begin`; `diagonal` is the tile's offset in the pair.
struct merged_pair {
  std::size_t begin, middle, end, diagonal;
};
__device__ inline merged_pair pair_of(std::size_t begin, std::size_t n, std::size_t run) {
  const std::size_t first = begin / (2 * run) * (2 * run);
  return {first, first + run < n ? first + run : n, first + 2 * run < n ? first + 2 * run : n, begin - first};
}

// [lab06-splits]
constexpr unsigned kSearchers = 8;  // lanes that search for one diagonal

// Finds how many keys of the pair's first run come before output tile t. The number is stored in the first
// place of tile t of d_out and in the second place of tile t - 1. So each block finds its slice where only it
// will write, and no additional memory is needed. A read of global memory takes as long for eight lanes as
// for one. Eight reads at a time leave a ninth of the range instead of a half.
__global__ void splits_kernel(const std::uint32_t* d_keys, std::size_t n, std::size_t run, std::size_t tile,
                              unsigned tiles, std::uint32_t* d_out) {
  const unsigned wanted = (blockIdx.x * blockDim.x + threadIdx.x) / kSearchers, t = min(wanted, tiles - 1);
  const merged_pair p = pair_of(t * tile, n, run);
  const std::uint32_t *d_a = d_keys + p.begin, *d_b = d_keys + p.middle;
  const auto in_a = static_cast<unsigned>(p.middle - p.begin), in_b = static_cast<unsigned>(p.end - p.middle),
             diagonal = static_cast<unsigned>(p.diagonal);
  unsigned low = diagonal > in_b ? diagonal - in_b : 0, high = diagonal < in_a ? diagonal : in_a;
  const unsigned lane = threadIdx.x % kSearchers, first = threadIdx.x % 32 - lane;
  while (__any_sync(0xffffffff, low < high)) {  // each lane reads the end of its ninth
    const unsigned step = (high - low) / (kSearchers + 1) + 1, i = low + (lane + 1) * step - 1;
    const bool from_a = i < high && d_a[i] <= d_b[diagonal - 1 - i];
    const unsigned found = __popc(__ballot_sync(0xffffffff, from_a) >> first & ((1u << kSearchers) - 1));
    low += found * step;
    if (found < kSearchers && low + step - 1 < high) high = low + step - 1;
  }
  if (lane > 0 || wanted >= tiles) return;
  d_out[t * tile] = low;
  if (t > 0) d_out[t * tile - tile + 1] = low;
}
// [lab06-splits]

// [lab06-merge-tiles]
// Every other pass goes through the tiles from the last to the first, because the keys that the previous pass
// wrote last are still in the L2 cache.
template <unsigned Threads, unsigned Items = items_with(Threads)>
__global__ void __launch_bounds__(Threads, blocks_with(Threads, 64))
    merge_tiles_kernel(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n, std::size_t run,
                       bool from_end) {
  __shared__ std::uint32_t s_keys[Threads * Items];
  const unsigned tile = Items * blockDim.x, t = from_end ? gridDim.x - 1 - blockIdx.x : blockIdx.x;
  const std::size_t at = std::size_t{t} * tile;
  const merged_pair p = pair_of(at, n, run);
  const auto count = static_cast<unsigned>(n - at < tile ? n - at : tile),
             in_a = static_cast<unsigned>(p.middle - p.begin), diagonal = static_cast<unsigned>(p.diagonal);
  std::uint32_t* d_to = d_out + at;  // holds the splits until the last barrier
  const unsigned a = d_to[0], from_a = (at + count == p.end ? in_a : d_to[1]) - a;
  // Key i of the tile is at place i + a or i + b of the pair.
  const unsigned b = in_a + diagonal - a - from_a;
  const std::uint32_t* d_pair = d_in + p.begin;
  std::uint32_t keys[Items];  // all loads are issued before the first is waited for
#pragma unroll
  for (unsigned k = 0; k < Items; ++k) keys[k] = 0xffffffff;
  for_each_place<Items>(count, [&](unsigned i, unsigned k) { keys[k] = d_pair[i + (i < from_a ? a : b)]; });
#pragma unroll
  for (unsigned k = 0; k < Items; ++k) {
    const unsigned i = threadIdx.x + k * blockDim.x;
    s_keys[i < from_a ? i : tile - 1 - (i - from_a)] = keys[k];
  }
  __syncthreads();
  merge_from_ends(s_keys, 0, from_a, tile, threadIdx.x * Items, keys);
  __syncthreads();  // all threads have read s_keys
  store_run(s_keys, 0, tile, false, threadIdx.x * Items, keys);
  __syncthreads();
  for_each_place<Items>(count, [&](unsigned i, unsigned) { d_to[i] = s_keys[i]; });
}
// [lab06-merge-tiles]

// [lab06-any]
// Each pass of merges writes to the other array. So the tiles are first stored in whichever array makes the
// last pass end in d_keys. Threads is at least block_size.
template <unsigned Threads>
void sort_with_threads(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, unsigned block_size,
                       lab::phase_timer* timer) {
  const std::size_t tile = std::size_t{items_with(Threads)} * block_size;
  const auto tiles = static_cast<unsigned>((n + tile - 1) / tile);
  std::uint32_t *from = d_keys, *to = d_scratch;
  for (std::size_t run = tile; run < n; run *= 2) std::swap(from, to);
  {
    lab::timed_phase phase(timer, "tiles");
    tiles_kernel<Threads><<<tiles, block_size>>>(d_keys, from, n);
    CUDA_CHECK_LAUNCH("tiles_kernel");
  }
  if (tiles == 1) return;
  lab::timed_phase phase(timer, "merge");
  bool from_end = false;
  for (std::size_t run = tile; run < n; run *= 2, std::swap(from, to)) {
    constexpr unsigned kThreads = 128, kTiles = kThreads / kSearchers;
    splits_kernel<<<(tiles + kTiles - 1) / kTiles, kThreads>>>(from, n, run, tile, tiles, to);
    CUDA_CHECK_LAUNCH("splits_kernel");
    merge_tiles_kernel<Threads><<<tiles, block_size>>>(from, to, n, run, from_end = !from_end);
    CUDA_CHECK_LAUNCH("merge_tiles_kernel");
  }
}
// [lab06-any]

}  // namespace bucket_merge
