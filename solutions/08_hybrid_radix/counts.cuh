// SPDX-License-Identifier: Apache-2.0
// How many keys have each value of 16 bits, by one read: 65 536 counters of 16 bits, packed, in the shared
// memory of a block. A counter that reaches 2^15 is emptied into global memory, so none overflows.
#pragma once
#include "block.cuh"

namespace hybrid {

constexpr int kCountThreads = 1024;
constexpr unsigned kCountItems = 16;            // keys of a thread between two barriers
constexpr unsigned kTableWords = kBuckets / 2;  // word w: the counters of w and w + 2^15
constexpr std::size_t kTableBytes = kTableWords * sizeof(word);
constexpr word kSpill = 0x8000;

// Adds a row of the warp's keys. spill(bin) takes kSpill of them.
template <bool kCrowded, class Spill>
__device__ inline void count_row(unsigned bin, word* s_table, Spill spill) {
  word add = 1;
  if (kCrowded) {
    const unsigned peers = lanes_with_first(bin);
    if ((peers >> lane_id()) & 1) {
      if (lane_id() != 0) return;
      add = __popc(peers);
    }
  }
  const unsigned half = bin / kTableWords * 16;
  const word old = (atomicAdd(&s_table[bin % kTableWords], add << half) >> half) & 0xffff;
  if (old < kSpill && old + add >= kSpill) {  // one thread sees it
    atomicSub(&s_table[bin % kTableWords], kSpill << half);
    spill(bin);
  }
}

__device__ inline void clear_table(word* s_table) {
  for (unsigned i = threadIdx.x; i < kTableWords / 4; i += blockDim.x)
    reinterpret_cast<uint4*>(s_table)[i] = uint4{0, 0, 0, 0};
}

__device__ inline void add_table_to(const word* s_table, word* counts) {
  for (unsigned i = threadIdx.x; i < kTableWords; i += blockDim.x) {
    const word both = s_table[i];
    if ((both & 0xffff) != 0) atomicAdd(&counts[i], both & 0xffff);
    if (both >> 16 != 0) atomicAdd(&counts[i + kTableWords], both >> 16);
  }
}

// Counts (key >> kShift) & 0xffff of in[begin, end): tile `first` and each `step`-th after it; whoever has
// tile 0 takes also the keys before the first address that 16 divides, and those after the last tile. Between
// two barriers a counter grows by at most a tile, 16 384, so it stays below 2^16 until its spill is done.
template <int kShift, class Spill>
__device__ inline void count_range(const word* in, std::size_t begin, std::size_t end, std::size_t first,
                                   std::size_t step, word* s_table, Spill spill) {
  const auto bin_of = [](word key) { return (key >> kShift) & 0xffff; };
  const std::size_t skewed = (16 - reinterpret_cast<std::uintptr_t>(in + begin) % 16) % 16 / sizeof(word);
  const std::size_t head = begin + skewed < end ? begin + skewed : end;
  constexpr std::size_t kTile = std::size_t{kCountThreads} * kCountItems;
  const std::size_t tiles = (end - head) / kTile;
  for (std::size_t t = first; t < tiles; t += step) {
    const uint4* tile = reinterpret_cast<const uint4*>(in + head + t * kTile);
    uint4 four[kCountItems / 4];
#pragma unroll
    for (unsigned k = 0; k < kCountItems / 4; ++k) four[k] = tile[threadIdx.x + k * kCountThreads];
    const auto add = [&](auto row) {
#pragma unroll
      for (unsigned k = 0; k < kCountItems / 4; ++k)
        row(bin_of(four[k].x)), row(bin_of(four[k].y)), row(bin_of(four[k].z)), row(bin_of(four[k].w));
    };
    if (crowded(bin_of(four[0].x)))
      add([&](unsigned bin) { count_row<true>(bin, s_table, spill); });
    else
      add([&](unsigned bin) { count_row<false>(bin, s_table, spill); });
    __syncthreads();
  }
  if (first != 0) return;
  if (threadIdx.x < head - begin) count_row<false>(bin_of(in[begin + threadIdx.x]), s_table, spill);
  for (std::size_t i = head + tiles * kTile + threadIdx.x; i < end; i += kCountThreads)
    count_row<false>(bin_of(in[i]), s_table, spill);
  __syncthreads();
}

__global__ void __launch_bounds__(kCountThreads, 1)
    count_kernel(const word* in, std::size_t n, word* counts) {
  extern __shared__ word s_table[];
  clear_table(s_table);
  __syncthreads();
  count_range<16>(in, 0, n, blockIdx.x, gridDim.x, s_table,
                  [=](unsigned bin) { atomicAdd(&counts[bin], kSpill); });
  __syncthreads();
  add_table_to(s_table, counts);
}

// So few keys that clearing tables would take longer: one atomic for each bin of each warp.
constexpr int kFewThreads = 256;
__global__ void __launch_bounds__(kFewThreads) count_few_kernel(const word* in, std::size_t n, word* counts) {
  const std::size_t i = std::size_t{blockIdx.x} * kFewThreads + threadIdx.x;
  const unsigned bin = i < n ? in[i] >> 16 : kBuckets, peers = __match_any_sync(kAllLanes, bin);
  if (i < n && (peers & lanes_below()) == 0) atomicAdd(&counts[bin], __popc(peers));
}

}  // namespace hybrid
