// SPDX-License-Identifier: Apache-2.0
// Where buckets begin, which blocks sort them, and which are too large for a block. The plan is made on the
// device from the counts, so the host need not wait.
#pragma once
#include "counts.cuh"

namespace hybrid {

constexpr unsigned kSplitThreads = 384;
// Keys per thread. If there are few tiles, kFewSplitItems is used.
template <class Code>
constexpr int kSplitItems = sizeof(Code) == 4 ? 40 : 24;
constexpr int kFewSplitItems = 12;
constexpr std::size_t kFewTilesBelow = std::size_t{1} << 21;
constexpr unsigned split_tile(int items) { return kSplitThreads * static_cast<unsigned>(items); }
constexpr unsigned kLocalMost = 4608;   // the most keys that a block of local_kernel sorts
constexpr unsigned kMiddleMost = 9216;  // the most keys that a block of the middle shape sorts
constexpr unsigned kLargeMost = 18432;  // the most keys that a block of the large shape sorts
constexpr std::size_t kChunkedBelow = std::size_t{1} << 25;

// A bucket that does not fit in a block, or a slice of such a bucket.
struct piece {
  word bucket, slice;  // slice 0: the whole bucket; k > 0: its slice k - 1
};
// Lists of pieces: for blocks of the middle shape, for blocks of the large shape, and to be counted.
enum : unsigned { kMiddle, kLarge, kCounted, kLists };

// How larger buckets are handled: 32-bit keys are counted. 64-bit keys have too many values for that, so all
// keys are sorted by sweeps, and the splits are skipped.
template <class Code>
constexpr bool kCountsLarge = sizeof(Code) == 4;

// Pointers into the memory that the sort takes in addition to keys and scratch, and values that depend only
// on n.
struct plan {
  word *counts, *listed;     // zeroed; listed[k]: the number of pieces in list[k]
  word *taken, *done;        // zeroed: the number of pieces that big_kernel has taken, and counted
  word *cursors, *cursors1;  // where each bucket (and each bin of the first digit) takes its next key
  word* tiles;               // [b]: tiles of the first digit's bins before bin b; [256]: all tiles
  word* no_split;            // null, or points to 0: the keys need a split
  piece* list[kLists];
  word* first;     // the first bucket of each chunk
  unsigned tile;   // keys per tile of the splits
  unsigned whole;  // buckets with more keys are counted in slices
  unsigned slice;
  unsigned chunk, chunks;  // if chunk is 0: a block per 2^group buckets
  int group;
};

// counts, listed, taken, done, no_split for 64-bit keys
constexpr std::size_t kZeroedWords = kBuckets + kLists + 3;
inline std::size_t pieces_of(std::size_t n) { return n / kLocalMost + n / 16384 + 130; }
inline std::size_t plan_words(std::size_t n) {
  return kZeroedWords + kBuckets + 256 + 260 + 2 * kLists * pieces_of(n) +
         (n < kChunkedBelow ? n / 256 + 4096 : 0);
}

template <class Code>
plan plan_of(word* d_workspace, std::size_t n, unsigned sms) {
  const auto clamped = [](std::size_t x, std::size_t least, std::size_t most) {
    return static_cast<unsigned>(x < least ? least : x > most ? most : x);
  };
  plan p{};
  p.counts = d_workspace;
  p.listed = p.counts + kBuckets;
  p.taken = p.listed + kLists, p.done = p.taken + 1;
  p.cursors = p.counts + kZeroedWords;
  p.cursors1 = p.cursors + kBuckets;
  p.tiles = p.cursors1 + 256;
  p.no_split = kCountsLarge<Code> ? p.tiles + kBins + 1 : p.done + 1;
  piece* list = reinterpret_cast<piece*>(p.tiles + 260);
  for (piece*& of_kind : p.list) of_kind = list, list += pieces_of(n);
  p.first = reinterpret_cast<word*>(list);
  p.tile = split_tile(n < kFewTilesBelow ? kFewSplitItems : kSplitItems<Code>);
  p.slice = clamped((n / sms + 16383) / 16384 * 16384, 16384, 1u << 19);
  p.whole = clamped(n / 128, 1u << 17, 1u << 20);
  const std::size_t bucket = n / kBuckets;  // keys per bucket, if all have the same number
  if (n < kChunkedBelow) {
    p.chunk = clamped(n / (sms * 4) + 1, 256, kLocalMost - bucket - bucket / 3 - 16);
    p.chunks = static_cast<unsigned>((n + p.chunk - 1) / p.chunk);
  } else {
    while ((bucket << (p.group + 1)) <= kLocalMost * 23 / 25) ++p.group;
  }
  return p;
}

constexpr int kPlanThreads = 1024, kPlanBlocks = 65;

__device__ inline word sum_of(uint4 x) { return x.x + x.y + x.z + x.w; }

// The place where this thread's bucket begins. Block b has buckets 1024 b to 1024 b + 1023. count: the number
// of keys in the bucket.
__device__ inline word bucket_begin(const word* counts, word count, word (&s_sums)[2][32]) {
  const uint4* counts4 = reinterpret_cast<const uint4*>(counts);
  word sum = 0, before_block, total;
  for (unsigned i = threadIdx.x; i < blockIdx.x * (kPlanThreads / 4); i += kPlanThreads)
    sum += sum_of(counts4[i]);
  block_exclusive_scan(sum, s_sums[0], kPlanThreads / 32, before_block);
  return before_block + block_exclusive_scan(count, s_sums[1], kPlanThreads / 32, total);
}

// Blocks 0 to 63 have 1024 buckets each. Block 64 finds the tiles of the second split.
template <class Code>
__global__ void __launch_bounds__(kPlanThreads) plan_kernel(plan p, word n) {
  wait_for_earlier_kernels();
  __shared__ word s_sums[2][32], s_bins[kBins];
  const unsigned t = threadIdx.x;
  const uint4* counts4 = reinterpret_cast<const uint4*>(p.counts);
  if (blockIdx.x == kPlanBlocks - 1) {
    word total;
    bool one_bucket = false;  // whether one bucket has all keys
    for (unsigned q = 0; q < kBins / 32; ++q) {
      const unsigned bin = t / 32 * (kBins / 32) + q;
      const uint4 a = counts4[bin * 64 + lane_id()], b = counts4[bin * 64 + 32 + lane_id()];
      if (kCountsLarge<Code>)
        for (const uint4 c : {a, b}) one_bucket |= c.x == n || c.y == n || c.z == n || c.w == n;
      const word sum = warp_inclusive_scan(sum_of(a) + sum_of(b));
      if (lane_id() == 31) s_bins[bin] = sum;
    }
    one_bucket = __syncthreads_or(one_bucket);
    const word tiles = t < kBins && !one_bucket ? (s_bins[t] + p.tile - 1) / p.tile : 0;
    const word before = block_exclusive_scan(tiles, s_sums[0], kPlanThreads / 32, total);
    if (t < kBins) p.tiles[t] = before;
    if (t == 0) p.tiles[kBins] = total;
    if (kCountsLarge<Code> && t == 0) *p.no_split = one_bucket;
    return;
  }
  const unsigned bucket = blockIdx.x * kPlanThreads + t;
  const word count = p.counts[bucket], begin = bucket_begin(p.counts, count, s_sums);
  p.cursors[bucket] = begin;
  if (bucket % kBins == 0) p.cursors1[bucket / kBins] = begin;
  if (count > kLargeMost && !kCountsLarge<Code>) {
    atomicOr(p.no_split, 1u);
  } else if (count > kLargeMost) {
    const unsigned slices = count > p.whole ? (count + p.slice - 1) / p.slice : 0;
    piece* at = p.list[kCounted] + atomicAdd(&p.listed[kCounted], slices > 0 ? slices : 1u);
    at[0] = {bucket, slices > 0 ? 1u : 0u};
    for (unsigned q = 1; q < slices; ++q) at[q] = {bucket, q + 1};
  } else if (count > kLocalMost) {
    if (count > kMiddleMost)
      p.list[kLarge][atomicAdd(&p.listed[kLarge], 1u)] = {bucket, 0};
    else
      p.list[kMiddle][atomicAdd(&p.listed[kMiddle], 1u)] = {bucket, 0};
  }
  if (p.chunk == 0) return;
  // Chunk k has the buckets that begin in [k * chunk, (k + 1) * chunk). Bucket + 1 is the first bucket of the
  // chunks `from` to `to`. If there are many of them, the whole warp records it.
  if (bucket == 0) p.first[0] = 0;
  const word from = begin / p.chunk + 1, to = bucket + 1 < kBuckets ? (begin + count) / p.chunk : p.chunks;
  const bool many = to >= from + 4;
  if (!many)
    for (word k = from; k <= to; ++k) p.first[k] = bucket + 1;
  for (unsigned left = __ballot_sync(kAllLanes, many); left != 0; left &= left - 1) {
    const int lane = __ffs(left) - 1;
    const word a = __shfl_sync(kAllLanes, from, lane), b = __shfl_sync(kAllLanes, to, lane);
    const word value = __shfl_sync(kAllLanes, bucket + 1, lane);
    for (word k = a + lane_id(); k <= b; k += 32) p.first[k] = value;
  }
}

}  // namespace hybrid
