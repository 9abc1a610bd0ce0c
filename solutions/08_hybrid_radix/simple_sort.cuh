// SPDX-License-Identifier: Apache-2.0
// The sort of keys, to be read first: the steps of sort_keys.cuh, each in its simplest form. It needs little
// shared memory, so it also sorts where a block cannot have 128 KiB (sort_keys calls it there).
//
//   counts of the top 16 bits -> where buckets begin -> split by bits 24-31 -> split by bits 16-23
//   -> each bucket is sorted by a block: in shared memory, or by 8 bits more if it is too large
#pragma once
#include "plan.cuh"

namespace hybrid::simple {

constexpr unsigned kThreads = 256, kItems = 16, kTile = kThreads * kItems;  // a thread for each bin
static_assert(kThreads == kBins, "the kernels count on it");

// Exclusive sums of 65 536 counts, by one block of 1024 threads with 64 counts each.
__global__ void starts_kernel(const word* counts, word* cursors, word* cursors1) {
  __shared__ word s_sums[32];
  const unsigned first = threadIdx.x * 64;
  word sum = 0, total;
  for (unsigned b = first; b < first + 64; ++b) sum += counts[b];
  word begin = block_exclusive<1024>(sum, s_sums, total);
  for (unsigned b = first; b < first + 64; ++b) {
    cursors[b] = begin;
    if (b % kBins == 0) cursors1[b / kBins] = begin;
    begin += counts[b];
  }
}

// [lab08-split]
// A tile of at most kTile keys goes to its bins: a key's rank is what an atomic on a counter in shared memory
// returns, and the tile's places in a bin are what an atomic on the bin's cursor returns. No order is kept.
__device__ inline void split_tile(const word* in, word count, int shift, word* cursors, word* out) {
  __shared__ word s_counts[kBins], s_places[kBins];
  const unsigned t = threadIdx.x;
  s_counts[t] = 0;
  __syncthreads();
  word key[kItems], rank[kItems];
  for (unsigned k = 0; k < kItems; ++k) {
    const unsigned i = t + k * kThreads;
    if (i >= count) break;
    key[k] = in[i];
    rank[k] = atomicAdd(&s_counts[(key[k] >> shift) % kBins], 1u);
  }
  __syncthreads();
  s_places[t] = atomicAdd(&cursors[t], s_counts[t]);
  __syncthreads();
  for (unsigned k = 0; k < kItems && t + k * kThreads < count; ++k)
    out[s_places[(key[k] >> shift) % kBins] + rank[k]] = key[k];
  __syncthreads();
}

// A block for each tile of the keys.
__global__ void first_split_kernel(const word* in, word n, word* cursors1, word* out) {
  const word begin = blockIdx.x * kTile;
  split_tile(in + begin, min(kTile, n - begin), 24, cursors1, out);
}

// A block for each bin of the first split, which has moved the bins' cursors to their ends.
__global__ void second_split_kernel(const word* in, const word* cursors1, word* cursors, word* out) {
  const word end = cursors1[blockIdx.x];
  for (word at = blockIdx.x > 0 ? cursors1[blockIdx.x - 1] : 0; at < end; at += min(kTile, end - at))
    split_tile(in + at, min(kTile, end - at), 16, cursors + blockIdx.x * kBins, out);
}
// [lab08-split]

// Up to kTile keys in shared memory, by the bitonic network of lab 07 with mirrored first steps.
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

// More keys: split by bits 8-15 into d_other; then the last 8 bits are counted, bin by bin, and what was
// counted is written.
__device__ inline void sort_large(word* keys, word* other, word count) {
  __shared__ word s_counts[kBins], s_cursors[kBins], s_sums[32];
  const unsigned t = threadIdx.x;
  word total;
  s_counts[t] = 0;
  __syncthreads();
  for (word i = t; i < count; i += kThreads) atomicAdd(&s_counts[(keys[i] >> 8) % kBins], 1u);
  __syncthreads();
  s_cursors[t] = block_exclusive<kThreads>(s_counts[t], s_sums, total);
  __syncthreads();
  for (word i = t; i < count; i += kThreads)
    other[atomicAdd(&s_cursors[(keys[i] >> 8) % kBins], 1u)] = keys[i];
  __syncthreads();
  for (unsigned bin = 0; bin < kBins; ++bin) {
    const word begin = bin > 0 ? s_cursors[bin - 1] : 0, end = s_cursors[bin];
    if (begin == end) continue;
    s_counts[t] = 0;
    __syncthreads();
    for (word i = begin + t; i < end; i += kThreads) atomicAdd(&s_counts[other[i] % kBins], 1u);
    const word prefix = other[begin] / kBins * kBins;
    __syncthreads();
    word at = begin + block_exclusive<kThreads>(s_counts[t], s_sums, total);
    for (word i = 0; i < s_counts[t]; ++i) keys[at + i] = prefix | t;
    __syncthreads();
  }
}

// A block for each bucket; both splits have moved the cursors to the buckets' ends.
__global__ void buckets_kernel(word* keys, word* other, const word* cursors) {
  const word begin = blockIdx.x > 0 ? cursors[blockIdx.x - 1] : 0, count = cursors[blockIdx.x] - begin;
  if (count > kTile)
    sort_large(keys + begin, other + begin, count);
  else if (count > 1)
    sort_tile(keys + begin, count);
}

// d_keys, d_scratch: n < 2^32 words each; the result is in d_keys. d_workspace: 2 * 65 536 + 256 words.
inline void sort_keys(word* d_keys, word* d_scratch, std::size_t n, word* d_workspace) {
  if (n == 0) return;
  word *counts = d_workspace, *cursors = counts + kBuckets, *cursors1 = cursors + kBuckets;
  const auto count = static_cast<word>(n);
  CUDA_CHECK(cudaMemsetAsync(counts, 0, kBuckets * sizeof(word)));
  count_few_kernel<<<static_cast<unsigned>((n + kFewThreads - 1) / kFewThreads), kFewThreads>>>(d_keys, n,
                                                                                                counts);
  starts_kernel<<<1, 1024>>>(counts, cursors, cursors1);
  first_split_kernel<<<static_cast<unsigned>((n + kTile - 1) / kTile), kThreads>>>(d_keys, count, cursors1,
                                                                                   d_scratch);
  second_split_kernel<<<kBins, kThreads>>>(d_scratch, cursors1, cursors, d_keys);
  buckets_kernel<<<kBuckets, kThreads>>>(d_keys, d_scratch, cursors);
}

}  // namespace hybrid::simple
