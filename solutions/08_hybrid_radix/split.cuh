// SPDX-License-Identifier: Apache-2.0
// The unstable split of keys by one 8-bit digit. An atomic in shared memory returns a key's rank in its tile,
// and a tile reserves its places in each bin with one atomic on the bin's cursor. There is no look-back.
#pragma once
#include "plan.cuh"

namespace hybrid {

template <class Code>
constexpr std::size_t split_bytes(int items) {
  return split_tile(items) * sizeof(Code);
}

// Whether a block has room for a tile of kSplitItems keys per thread in addition to the __shared__ variables.
template <class Code>
bool splits_large_tiles(const device_facts& device) {
  return device.block_bytes >= split_bytes<Code>(kSplitItems<Code>) + (2 * kBins + 32) * sizeof(word);
}

// With kLevel 1, splits all keys by their first 8 bits; `order` turns them into codes. With kLevel 2, splits
// each bin of level 1 by the next 8 bits. A tile then has codes of only one bin.
template <class Code, int kLevel, int kItems>
__global__ void __launch_bounds__(kSplitThreads,
                                  blocks_that_fit(kSplitThreads, kItems * sizeof(Code) > 64 ? 2 : 4))
    split_kernel(const Code* in, Code* out, plan p, word n, key_order<Code> order) {
  constexpr int kShift = kBitsOf<Code> - 8 * kLevel;
  constexpr unsigned kTile = kSplitThreads * kItems;
  extern __shared__ __align__(16) word s_words[];
  Code* s_keys = reinterpret_cast<Code*>(s_words);
  __shared__ word s_bins[kBins], s_shift[kBins], s_sums[32];
  const unsigned t = threadIdx.x;
  const auto bin_of = [](Code key) { return static_cast<unsigned>(key >> kShift) & (kBins - 1); };
  const auto load = [&](word i) { return kLevel == 1 ? order.encode(in[i]) : in[i]; };
  if (t < kBins) s_bins[t] = 0;
  wait_for_earlier_kernels();
  if (p.no_split != nullptr && *p.no_split != 0) return;
  // From the last tile to the first, because the count has left the end of the keys in the L2 cache.
  word begin = (gridDim.x - 1 - blockIdx.x) * kTile, end = n, *cursors = p.cursors1;
  if (kLevel == 2) {
    const unsigned bin = __syncthreads_count(t < kBins && p.tiles[t < kBins ? t + 1 : 0] <= blockIdx.x);
    if (bin >= kBins) return;
    // The first split has moved each cursor to the end of its bin.
    begin = (bin > 0 ? p.cursors1[bin - 1] : 0) + (blockIdx.x - p.tiles[bin]) * kTile;
    end = p.cursors1[bin];
    cursors = p.cursors + bin * kBins;
  } else {
    __syncthreads();
  }
  const word count = end - begin < kTile ? end - begin : kTile;
  const bool full = count == kTile;

  Code key[kItems];
  packed_places<kItems> rank;
  const unsigned first = t / 32 * (32 * kItems) + lane_id();  // item k is first + 32 k
  if (full) {
#pragma unroll
    for (int k = 0; k < kItems; ++k) key[k] = load(begin + first + k * 32);
    if (crowded(bin_of(key[0]))) {
#pragma unroll
      for (int k = 0; k < kItems; ++k) rank.set(k, take_place<true>(s_bins, bin_of(key[k])));
    } else {
#pragma unroll
      for (int k = 0; k < kItems; ++k) rank.set(k, take_place<false>(s_bins, bin_of(key[k])));
    }
  } else {
#pragma unroll
    for (int k = 0; k < kItems; ++k) key[k] = first + k * 32 < count ? load(begin + first + k * 32) : 0;
#pragma unroll
    for (int k = 0; k < kItems; ++k)
      rank.set(k, take_place<true>(s_bins, bin_of(key[k]), first + k * 32 < count));
  }
  __syncthreads();
  word mine = 0, place = 0, total;
  if (t < kBins) {
    mine = s_bins[t];
    if (mine > 0) place = atomicAdd(&cursors[t], mine);
  }
  const word before = block_exclusive_scan(mine, s_sums, kSplitThreads / 32, total);
  if (t < kBins) s_bins[t] = before;
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kItems; ++k)
    if (full || first + k * 32 < count) s_keys[s_bins[bin_of(key[k])] + rank.get(k)] = key[k];
  if (t < kBins) s_shift[t] = place - before;
  __syncthreads();
  const auto store = [&](unsigned i) {  // neighbours in the tile go to neighbouring places
    const Code x = s_keys[i];
    out[s_shift[bin_of(x)] + i] = x;
  };
  if (full) {
#pragma unroll
    for (int k = 0; k < kItems; ++k) store(t + k * kSplitThreads);
  } else {
    for (unsigned i = t; i < count; i += kSplitThreads) store(i);
  }
}

// run: launcher().
template <int kLevel, class Run, class Code>
void launch_split(const char* name, const Run& run, const plan& p, const Code* in, Code* out, word n,
                  key_order<Code> order = {}) {
  const bool few = p.tile == split_tile(kFewSplitItems);
  const unsigned tiles = n / p.tile + (n % p.tile > 0 ? 1 : 0) + (kLevel == 2 ? kBins : 0);
  run(name, few ? split_kernel<Code, kLevel, kFewSplitItems> : split_kernel<Code, kLevel, kSplitItems<Code>>,
      tiles, kSplitThreads, p.tile * sizeof(Code), in, out, p, n, order);
}

}  // namespace hybrid
