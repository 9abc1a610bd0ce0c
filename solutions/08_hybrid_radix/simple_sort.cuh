// SPDX-License-Identifier: Apache-2.0
// A simple sort of keys, to be read first: the steps of sort_keys.cuh, each in its simplest form. Its blocks
// need 27 KiB of shared memory. sort_keys calls it for 2^30 keys or more if a block cannot have 150 KiB.
//
//   by bits 24-31 of all keys, then by bits 16-23 of each bin: counts -> where bins begin -> split
//   -> a block sorts each bucket: in shared memory, or by 8 bits more if it is too large
//   -> buckets that would take one block too long: all blocks count their keys and write them from the counts
//
// Whatever the keys are, no bin, bucket or key value is left to a single thread.
#pragma once
#include "plan.cuh"

namespace hybrid::simple {

constexpr unsigned kThreads = 256, kItems = 16, kTile = kThreads * kItems;  // one thread per bin
static_assert(kThreads == kBins, "the kernels count on it");
constexpr word kMostOfBlock = kBuckets;  // keys; larger buckets have room for 65 536 counters

// The keys of a bin or bucket, once the split has moved its cursor to its end.
struct keys_of {
  word begin, count;
};
__device__ inline keys_of range_of(const word* ends, unsigned bin) {
  const word begin = bin > 0 ? ends[bin - 1] : 0;
  return {begin, ends[bin] - begin};
}

// The keys of one block: a part of all keys, or of one bin of the first split.
struct tile {
  word begin, count, bin;
};

// Level 1 has tiles of all keys. In level 2, each bin of the first split has its own tiles. If there are
// fewer tiles than blocks, count is 0 for the other blocks.
template <int kLevel>
__device__ inline tile tile_of_block(word n, const word* ends1) {
  if constexpr (kLevel == 1) {
    const word begin = blockIdx.x * kTile;
    return {begin, min(kTile, n - begin), 0};
  } else {
    __shared__ word s_sums[32];
    __shared__ tile s_mine;
    const unsigned t = threadIdx.x;
    const keys_of bin = range_of(ends1, t);
    const word tiles = bin.count / kTile + (bin.count % kTile > 0 ? 1 : 0);
    word total;
    const word before = block_exclusive_scan(tiles, s_sums, kThreads / 32, total),
               number = blockIdx.x - before;
    if (blockIdx.x >= total) return {0, 0, 0};
    if (number < tiles)  // true for one thread only
      s_mine = {bin.begin + number * kTile, min(kTile, bin.count - number * kTile), t};
    __syncthreads();
    return s_mine;
  }
}

template <int kLevel>
__device__ inline unsigned bin_of(word key) {
  return (key >> (kLevel == 1 ? 24 : 16)) % kBins;
}

// counts: for level 2, [bin of level 1][bin]; zeroed before the launch.
template <int kLevel>
static __global__ void count_kernel(const word* in, word n, const word* ends1, word* counts) {
  __shared__ word s_counts[kBins];
  const unsigned t = threadIdx.x;
  s_counts[t] = 0;
  const tile mine = tile_of_block<kLevel>(n, ends1);
  __syncthreads();
  for (unsigned i = t; i < mine.count; i += kThreads)
    atomicAdd(&s_counts[bin_of<kLevel>(in[mine.begin + i])], 1u);
  __syncthreads();
  if (s_counts[t] > 0) atomicAdd(&counts[mine.bin * kBins + t], s_counts[t]);
}

// Replaces the counts, in place, with cursors: the places where the bins begin.
static __global__ void bin_starts_kernel(word* counts) {
  __shared__ word s_sums[32];
  word total, &mine = counts[threadIdx.x];
  mine = block_exclusive_scan(mine, s_sums, kThreads / 32, total);
}

// The same for 2^16 counters, in one block. Each warp has 2048 neighbouring counters, and scans 32 at a time.
// If `inclusive`, the results are the bins' ends.
__device__ inline void scan_65536(word* counts, bool inclusive) {
  __shared__ word s_sums[32];
  word* mine = counts + threadIdx.x / 32 * 2048 + lane_id();
  word sum = 0, total;
  for (unsigned i = 0; i < 2048; i += 32) sum += mine[i];
  word before =
      __shfl_sync(kAllLanes, block_exclusive_scan(sum, s_sums, 32, total), 0);  // sum of earlier warps
  for (unsigned i = 0; i < 2048; i += 32) {
    const word count = mine[i], upto = warp_inclusive_scan(count);
    mine[i] = before + upto - (inclusive ? 0 : count);
    before += __shfl_sync(kAllLanes, upto, 31);
  }
}
static __global__ void bucket_starts_kernel(word* counts) { scan_65536(counts, false); }

// [lab08-split]
// Moves a tile's keys to their bins. An atomic on a counter in shared memory returns a key's rank, and an
// atomic on the bin's cursor returns the tile's first place in the bin. The split is not stable.
template <int kLevel>
static __global__ void split_kernel(const word* in, word n, const word* ends1, word* cursors, word* out) {
  __shared__ word s_counts[kBins], s_places[kBins];
  const unsigned t = threadIdx.x;
  s_counts[t] = 0;
  const tile mine = tile_of_block<kLevel>(n, ends1);
  __syncthreads();
  word key[kItems], rank[kItems];
  for (unsigned k = 0; k < kItems && t + k * kThreads < mine.count; ++k) {
    key[k] = in[mine.begin + t + k * kThreads];
    rank[k] = atomicAdd(&s_counts[bin_of<kLevel>(key[k])], 1u);
  }
  __syncthreads();
  if (s_counts[t] > 0) s_places[t] = atomicAdd(&cursors[mine.bin * kBins + t], s_counts[t]);
  __syncthreads();
  for (unsigned k = 0; k < kItems && t + k * kThreads < mine.count; ++k)
    out[s_places[bin_of<kLevel>(key[k])] + rank[k]] = key[k];
}
// [lab08-split]

// Sorts up to kTile keys in shared memory by the bitonic network of lab 07, with mirrored first steps.
__device__ inline void sort_tile(word* keys, word count) {
  __shared__ word s_keys[kTile];
  for (unsigned i = threadIdx.x; i < count; i += kThreads) s_keys[i] = keys[i];
  __syncthreads();
  for (unsigned run = 2; run < 2 * count; run *= 2)
    for (unsigned distance = run / 2; distance > 0; distance /= 2) {
      const unsigned flip = distance == run / 2 ? run - 1 : distance;
      for (unsigned i = threadIdx.x; i < count; i += kThreads) {
        const unsigned j = i ^ flip;
        if (j > i && j < count && s_keys[j] < s_keys[i]) {
          const word greater = s_keys[i];
          s_keys[i] = s_keys[j];
          s_keys[j] = greater;
        }
      }
      __syncthreads();
    }
  for (unsigned i = threadIdx.x; i < count; i += kThreads) keys[i] = s_keys[i];
}

// The bin that has place i: the first bin that ends after it. bins: a power of two.
__device__ inline word bin_at(const word* ends, word bins, word i) {
  word bin = 0;
  for (word step = bins / 2; step > 0; step /= 2)
    if (ends[bin + step - 1] <= i) bin += step;
  return bin;
}

// One warp sorts keys that differ in their last 8 bits only: it counts them, and writes them out again from
// the counts.
__device__ inline void count_and_write(const word* in, word* out, word count, word* s_counts) {
  for (unsigned bin = lane_id(); bin < kBins; bin += 32) s_counts[bin] = 0;
  __syncwarp();
  for (word i = lane_id(); i < count; i += 32) atomicAdd(&s_counts[in[i] % kBins], 1u);
  __syncwarp();
  word before = 0;
  for (unsigned bin = lane_id(); bin < kBins; bin += 32) {  // turns counts into ends
    const word upto = before + warp_inclusive_scan(s_counts[bin]);
    s_counts[bin] = upto;
    before = __shfl_sync(kAllLanes, upto, 31);
  }
  __syncwarp();
  const word prefix = in[0] / kBins * kBins;
  for (word i = lane_id(); i < count; i += 32) out[i] = prefix | bin_at(s_counts, kBins, i);
  __syncwarp();
}

// Sorts more keys: a split by bits 8-15 into `other`; then each warp sorts some of the bins.
__device__ inline void sort_large(word* keys, word* other, word count) {
  __shared__ word s_ends[kBins], s_counts[kThreads / 32][kBins], s_sums[32];
  const unsigned t = threadIdx.x, warp = t / 32;
  word total;
  s_ends[t] = 0;
  __syncthreads();
  for (word i = t; i < count; i += kThreads) atomicAdd(&s_ends[(keys[i] >> 8) % kBins], 1u);
  __syncthreads();
  s_ends[t] = block_exclusive_scan(s_ends[t], s_sums, kThreads / 32, total);
  __syncthreads();
  for (word i = t; i < count; i += kThreads) other[atomicAdd(&s_ends[(keys[i] >> 8) % kBins], 1u)] = keys[i];
  __syncthreads();
  for (unsigned bin = warp; bin < kBins; bin += kThreads / 32) {
    const word begin = bin > 0 ? s_ends[bin - 1] : 0, end = s_ends[bin];
    if (begin < end) count_and_write(other + begin, keys + begin, end - begin, s_counts[warp]);
  }
}

// Each block takes every gridDim.x-th bucket, so that neighbouring buckets, which are often alike, go to
// different blocks. Buckets that are left to all blocks get counters, all zero, in `other`.
static __global__ void buckets_kernel(word* keys, word* other, const word* ends, unsigned buckets) {
  __shared__ word s_list[kThreads], s_listed;
  if (threadIdx.x == 0) s_listed = 0;
  __syncthreads();
  const unsigned own = threadIdx.x * gridDim.x + blockIdx.x;
  if (own < buckets && range_of(ends, own).count > 1) s_list[atomicAdd(&s_listed, 1u)] = own;
  __syncthreads();
  for (unsigned i = 0; i < s_listed; ++i) {
    const auto [begin, count] = range_of(ends, s_list[i]);
    if (count > kMostOfBlock)
      for (unsigned bin = threadIdx.x; bin < kBuckets; bin += kThreads) other[begin + bin] = 0;
    else if (count > kTile)
      sort_large(keys + begin, other + begin, count);
    else
      sort_tile(keys + begin, count);
    __syncthreads();
  }
}

// Calls work(bucket, its begin, first place, places) for the part of this block's tile that is in buckets
// left to all blocks. Such buckets are larger than a tile, so a tile has keys of at most two: its first key's
// bucket and its last key's.
template <class Work>
__device__ inline void for_huge_buckets(word n, const word* ends, Work work) {
  const word from = blockIdx.x * kTile, to = from + min(kTile, n - from);
  const word last = bin_at(ends, kBuckets, to - 1);
  for (word bucket = bin_at(ends, kBuckets, from);; bucket = last) {
    const keys_of all = range_of(ends, bucket);
    const word first = max(all.begin, from);
    if (all.count > kMostOfBlock) work(bucket, all.begin, first, min(all.begin + all.count, to) - first);
    if (bucket == last) return;
  }
}

// Counts the keys by their last 16 bits: the keys of a bucket differ in no other bits.
static __global__ void count_huge_kernel(const word* keys, word n, const word* ends, word* other) {
  for_huge_buckets(n, ends, [&](word, word begin, word first, word count) {
    for (word k = 0; k < count; k += kThreads) {  // whole warps, so that lanes with equal keys add together
      const bool on = k + threadIdx.x < count;
      take_place<true>(other + begin, on ? keys[first + k + threadIdx.x] % kBuckets : 0, on);
    }
  });
}

// One block per 65 536 places. Each huge bucket has at least one such place, and the block of the first place
// does the work.
static __global__ void huge_ends_kernel(const word* ends, word* other) {
  const word place = blockIdx.x * kBuckets, bucket = bin_at(ends, kBuckets, place);
  const keys_of all = range_of(ends, bucket);
  if (all.count > kMostOfBlock && place - all.begin < kBuckets) scan_65536(other + all.begin, true);
}

static __global__ void write_huge_kernel(word* keys, word n, const word* ends, const word* other) {
  for_huge_buckets(n, ends, [&](word bucket, word begin, word first, word count) {
    for (word k = threadIdx.x; k < count; k += kThreads)
      keys[first + k] = bucket << 16 | bin_at(other + begin, kBuckets, first + k - begin);
  });
}

constexpr std::size_t kWorkspaceWords = kBins + kBuckets;

// d_keys, d_scratch: n < 2^32 words each; the result is in d_keys. d_workspace: kWorkspaceWords.
// phase(name) is called after launches, as in hybrid::sort_keys.
template <class Phase = no_phases>
void sort_keys(word* d_keys, word* d_scratch, std::size_t n, word* d_workspace, cudaStream_t stream = nullptr,
               Phase phase = {}) {
  if (n == 0) return;
  word *bins = d_workspace, *buckets = bins + kBins;  // counts, then cursors, then ends
  const auto count = static_cast<word>(n);
  const auto tiles = static_cast<unsigned>((n + kTile - 1) / kTile);
  CUDA_CHECK(cudaMemsetAsync(d_workspace, 0, kWorkspaceWords * sizeof(word), stream));
  count_kernel<1><<<tiles, kThreads, 0, stream>>>(d_keys, count, nullptr, bins);
  bin_starts_kernel<<<1, kThreads, 0, stream>>>(bins);
  phase("plan");
  split_kernel<1><<<tiles, kThreads, 0, stream>>>(d_keys, count, nullptr, bins, d_scratch);
  count_kernel<2><<<tiles + kBins, kThreads, 0, stream>>>(d_scratch, count, bins, buckets);
  bucket_starts_kernel<<<1, 1024, 0, stream>>>(buckets);
  split_kernel<2><<<tiles + kBins, kThreads, 0, stream>>>(d_scratch, count, bins, buckets, d_keys);
  phase("split 2");
  const auto blocks = static_cast<unsigned>(n / kThreads < 256    ? 256
                                            : n / kThreads > 2048 ? 2048
                                                                  : n / kThreads);
  buckets_kernel<<<blocks, kThreads, 0, stream>>>(d_keys, d_scratch, buckets, kBuckets);
  if (n > kMostOfBlock) {
    count_huge_kernel<<<tiles, kThreads, 0, stream>>>(d_keys, count, buckets, d_scratch);
    huge_ends_kernel<<<static_cast<unsigned>((n - 1) / kBuckets + 1), 1024, 0, stream>>>(buckets, d_scratch);
    write_huge_kernel<<<tiles, kThreads, 0, stream>>>(d_keys, count, buckets, d_scratch);
  }
  phase("buckets");
}

}  // namespace hybrid::simple
