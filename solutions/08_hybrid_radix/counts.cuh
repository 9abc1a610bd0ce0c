// SPDX-License-Identifier: Apache-2.0
// Counts the keys per 16-bit value in one read of the keys, with 65 536 packed 16-bit counters in a block's
// shared memory. A counter that reaches 2^15 is emptied into global memory, so no counter overflows.
#pragma once
#include "block.cuh"
#include "launch.cuh"

namespace hybrid {

constexpr int kCountThreads = 1024;
constexpr unsigned kCountItems = 16;            // keys per thread between two barriers
constexpr unsigned kTableWords = kBuckets / 2;  // word w has the counters of bins w and w + 2^15
constexpr std::size_t kTableBytes = kTableWords * sizeof(word);
constexpr word kSpill = 0x8000;
constexpr unsigned kNoBin = kBuckets;

// What happens when a counter reaches `limit`: take(bin) is called for that many keys, and the counter is
// reduced by that number. Counting ends early once *stop is not 0. If stop is null, the counting never ends
// early.
template <class Take>
struct spills {
  __device__ spills(word most, Take taker, word* flag = nullptr) : limit(most), take(taker), stop(flag) {}
  word limit;
  Take take;
  word* stop;
};

// Adds `add` keys to one bin.
template <class Take>
__device__ inline void add_keys(unsigned bin, word add, word* s_table, const spills<Take>& full) {
  const unsigned half = bin / kTableWords * 16;
  const word old = (atomicAdd(&s_table[bin % kTableWords], add << half) >> half) & 0xffff;
  if (old < full.limit && old + add >= full.limit) {  // true in only one thread
    atomicSub(&s_table[bin % kTableWords], full.limit << half);
    full.take(bin);
  }
}

// Adds kRows keys per lane. If kCrowded, lane 0 adds for all lanes that have its first bin.
template <bool kCrowded, int kRows, class Take>
__device__ inline void add_rows(const unsigned (&bin)[kRows], word* s_table, const spills<Take>& full) {
  unsigned first = kNoBin;
  if (kCrowded) {
    first = __shfl_sync(kAllLanes, bin[0], 0);
    word with_first = 0;
#pragma unroll
    for (int k = 0; k < kRows; ++k) with_first += __popc(__ballot_sync(kAllLanes, bin[k] == first));
    if (lane_id() == 0 && first != kNoBin) add_keys(first, with_first, s_table, full);
  }
#pragma unroll
  for (int k = 0; k < kRows; ++k)
    if (!kCrowded || (bin[k] != first && bin[k] != kNoBin)) add_keys(bin[k], 1, s_table, full);
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

// Counts bin_of(key), which is below 65 536, over in[begin, end): in tile `first` and in each `step`-th tile
// after it. The block with tile 0 also counts the keys before the first 16-byte boundary and after the last
// tile. Between two barriers, a counter grows by at most 16 386: a tile has 16 384 keys. So it stays below
// 2^16 until it has been emptied. Returns false if counting ended early.
template <class Code, class Bin, class Take>
__device__ inline bool count_range(const Code* in, std::size_t begin, std::size_t end, std::size_t first,
                                   std::size_t step, word* s_table, Bin bin_of, const spills<Take>& full) {
  constexpr unsigned kOf = kOfVector<Code>, kLoads = kCountItems / kOf;
  const std::size_t skewed = (16 - reinterpret_cast<std::uintptr_t>(in + begin) % 16) % 16 / sizeof(Code);
  const std::size_t head = begin + skewed < end ? begin + skewed : end;
  constexpr std::size_t kTile = std::size_t{kCountThreads} * kCountItems;
  const std::size_t tiles = (end - head) / kTile;
  for (std::size_t t = first; t < tiles; t += step) {
    const uint4* tile = reinterpret_cast<const uint4*>(in + head + t * kTile);
    uint4 loaded[kLoads];
    Code key[kOf];
    const bool stopped = full.stop != nullptr && threadIdx.x == 0 &&
                         shared_word(*full.stop).load(cuda::memory_order_relaxed) != 0;
#pragma unroll
    for (unsigned k = 0; k < kLoads; ++k) loaded[k] = tile[threadIdx.x + k * kCountThreads];
    unpack(loaded[0], key);
    const bool in_crowd = crowded(bin_of(key[0]));
#pragma unroll
    for (unsigned k = 0; k < kLoads; ++k) {
      unsigned bins[kOf];
      unpack(loaded[k], key);
#pragma unroll
      for (unsigned j = 0; j < kOf; ++j) bins[j] = bin_of(key[j]);
      if (in_crowd)
        add_rows<true>(bins, s_table, full);
      else
        add_rows<false>(bins, s_table, full);
    }
    if (__syncthreads_or(stopped)) return false;
  }
  if (first != 0) return true;
  if (threadIdx.x < head - begin) add_keys(bin_of(in[begin + threadIdx.x]), 1, s_table, full);
  const std::size_t last = head + tiles * kTile + threadIdx.x;
  unsigned bins[kCountItems / 4][4];  // all keys are loaded before the first is counted
#pragma unroll
  for (unsigned k = 0; k < kCountItems; ++k)
    bins[k / 4][k % 4] = last + k * kCountThreads < end ? bin_of(in[last + k * kCountThreads]) : kNoBin;
#pragma unroll
  for (unsigned k = 0; k < kCountItems / 4; ++k) add_rows<true>(bins[k], s_table, full);
  __syncthreads();
  return true;
}

// The bucket of a code: its top 16 bits.
template <class Code>
__device__ inline unsigned bucket_of(Code code) {
  return static_cast<unsigned>(code >> (kBitsOf<Code> - 16));
}

// Whether a sample has so many keys of one bucket that this bucket very likely has more than `most`. All
// blocks take the same sample. s_table is all zeros; if the result is false, it is all zeros again after a
// barrier.
template <class Code, class Bin>
__device__ inline bool sample_overfull(const Code* in, std::size_t n, word most, word* s_table, Bin bin_of) {
  constexpr unsigned kOfThread = 4, kSamples = kOfThread * kCountThreads;
  const word limit = 12 + static_cast<word>(2 * std::size_t{most} * kSamples / n);
  bool over = false;
  unsigned bin[kOfThread];
#pragma unroll
  for (unsigned k = 0; k < kOfThread; ++k)
    bin[k] = bin_of(in[(k * kCountThreads + threadIdx.x) * (n / kSamples)]);
#pragma unroll
  for (unsigned k = 0; k < kOfThread; ++k) {
    const unsigned half = bin[k] / kTableWords * 16;
    over |= ((atomicAdd(&s_table[bin[k] % kTableWords], 1u << half) >> half) & 0xffff) >= limit;
  }
  if (__syncthreads_or(over)) return true;
#pragma unroll
  for (unsigned k = 0; k < kOfThread; ++k)
    atomicSub(&s_table[bin[k] % kTableWords], 1u << bin[k] / kTableWords * 16);
  return false;
}

// overfull: can be null. *overfull becomes 1 if a sample suggests, or a block finds, that a bucket has more
// than `most` < kSpill keys. Then all blocks end early, and the counts are useless.
template <class Code>
__global__ void __launch_bounds__(kCountThreads, 1)
    count_kernel(const Code* in, std::size_t n, word* counts, key_order<Code> order, word most,
                 word* overfull) {
  extern __shared__ __align__(16) word s_table[];
  clear_table(s_table);
  wait_for_earlier_kernels();
  __syncthreads();
  const word limit = overfull != nullptr ? most + 1 : kSpill;
  const auto bin_of = [=](Code key) { return bucket_of(order.encode(key)); };
  const auto take = [=](unsigned bin) {
    atomicAdd(&counts[bin], limit);
    if (overfull != nullptr) atomicExch(overfull, 1u);
  };
  if (overfull != nullptr) {
    if (sample_overfull(in, n, most, s_table, bin_of)) {
      if (threadIdx.x == 0) atomicExch(overfull, 1u);
      return;
    }
    __syncthreads();
  }
  if (!count_range(in, 0, n, blockIdx.x, gridDim.x, s_table, bin_of, spills(limit, take, overfull))) return;
  __syncthreads();
  add_table_to(s_table, counts);
}

// If there is no room for 65 536 counters, each slot of a block counts its first bin, and the keys of other
// bins are counted in global memory.
constexpr unsigned kSlots = 4096;
constexpr int kMeetingThreads = 512;
template <class Code>
__global__ void __launch_bounds__(kMeetingThreads)
    count_met_kernel(const Code* in, std::size_t n, word* counts, key_order<Code> order) {
  __shared__ word s_bins[kSlots], s_counts[kSlots];
  for (unsigned i = threadIdx.x; i < kSlots; i += kMeetingThreads) s_bins[i] = kNoBin, s_counts[i] = 0;
  wait_for_earlier_kernels();
  __syncthreads();
  const std::size_t step = std::size_t{gridDim.x} * kMeetingThreads;
  for (std::size_t i = std::size_t{blockIdx.x} * kMeetingThreads + threadIdx.x; i < n; i += step) {
    const unsigned bin = bucket_of(order.encode(in[i])), slot = bin % kSlots;
    const unsigned met = atomicCAS(&s_bins[slot], kNoBin, bin);
    atomicAdd(met == kNoBin || met == bin ? &s_counts[slot] : &counts[bin], 1u);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < kSlots; i += kMeetingThreads)
    if (s_counts[i] > 0) atomicAdd(&counts[s_bins[i]], s_counts[i]);
}

}  // namespace hybrid
