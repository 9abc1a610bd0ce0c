// SPDX-License-Identifier: Apache-2.0
// How many keys have each value of 16 bits, by one read: 65 536 counters of 16 bits, packed, in the shared
// memory of a block. A counter that reaches 2^15 is emptied into global memory, so none overflows.
#pragma once
#include "block.cuh"
#include "launch.cuh"

namespace hybrid {

constexpr int kCountThreads = 1024;
constexpr unsigned kCountItems = 16;            // keys of a thread between two barriers
constexpr unsigned kTableWords = kBuckets / 2;  // word w: the counters of w and w + 2^15
constexpr std::size_t kTableBytes = kTableWords * sizeof(word);
constexpr word kSpill = 0x8000;
constexpr unsigned kNoBin = kBuckets;

// Adds `add` keys of one bin. spill(bin) takes kSpill of them.
template <class Spill>
__device__ inline void add_keys(unsigned bin, word add, word* s_table, Spill spill) {
  const unsigned half = bin / kTableWords * 16;
  const word old = (atomicAdd(&s_table[bin % kTableWords], add << half) >> half) & 0xffff;
  if (old < kSpill && old + add >= kSpill) {  // one thread sees it
    atomicSub(&s_table[bin % kTableWords], kSpill << half);
    spill(bin);
  }
}

// Adds kRows keys of each lane. Crowded: lane 0 adds for all that have its first bin.
template <bool kCrowded, int kRows, class Spill>
__device__ inline void add_rows(const unsigned (&bin)[kRows], word* s_table, Spill spill) {
  unsigned first = kNoBin;
  if (kCrowded) {
    first = __shfl_sync(kAllLanes, bin[0], 0);
    word with_first = 0;
#pragma unroll
    for (int k = 0; k < kRows; ++k) with_first += __popc(__ballot_sync(kAllLanes, bin[k] == first));
    if (lane_id() == 0 && first != kNoBin) add_keys(first, with_first, s_table, spill);
  }
#pragma unroll
  for (int k = 0; k < kRows; ++k)
    if (!kCrowded || (bin[k] != first && bin[k] != kNoBin)) add_keys(bin[k], 1, s_table, spill);
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
    const bool in_crowd = crowded(bin_of(four[0].x));
#pragma unroll
    for (unsigned k = 0; k < kCountItems / 4; ++k) {
      const unsigned bins[4] = {bin_of(four[k].x), bin_of(four[k].y), bin_of(four[k].z), bin_of(four[k].w)};
      if (in_crowd)
        add_rows<true>(bins, s_table, spill);
      else
        add_rows<false>(bins, s_table, spill);
    }
    __syncthreads();
  }
  if (first != 0) return;
  if (threadIdx.x < head - begin) add_keys(bin_of(in[begin + threadIdx.x]), 1, s_table, spill);
  const std::size_t last = head + tiles * kTile + threadIdx.x;
  unsigned bins[kCountItems / 4][4];  // all loads first
#pragma unroll
  for (unsigned k = 0; k < kCountItems; ++k)
    bins[k / 4][k % 4] = last + k * kCountThreads < end ? bin_of(in[last + k * kCountThreads]) : kNoBin;
#pragma unroll
  for (unsigned k = 0; k < kCountItems / 4; ++k) add_rows<true>(bins[k], s_table, spill);
  __syncthreads();
}

__global__ void __launch_bounds__(kCountThreads, 1)
    count_kernel(const word* in, std::size_t n, word* counts) {
  extern __shared__ word s_table[];
  clear_table(s_table);
  wait_for_earlier_kernels();
  __syncthreads();
  count_range<16>(in, 0, n, blockIdx.x, gridDim.x, s_table,
                  [=](unsigned bin) { atomicAdd(&counts[bin], kSpill); });
  __syncthreads();
  add_table_to(s_table, counts);
}

// Where 65 536 counters have no room, a block counts the bins that it meets first: one for each slot.
constexpr unsigned kSlots = 4096;
constexpr int kMeetingThreads = 512;
__global__ void __launch_bounds__(kMeetingThreads)
    count_met_kernel(const word* in, std::size_t n, word* counts) {
  __shared__ word s_bins[kSlots], s_counts[kSlots];
  for (unsigned i = threadIdx.x; i < kSlots; i += kMeetingThreads) s_bins[i] = kNoBin, s_counts[i] = 0;
  wait_for_earlier_kernels();
  __syncthreads();
  const std::size_t step = std::size_t{gridDim.x} * kMeetingThreads;
  for (std::size_t i = std::size_t{blockIdx.x} * kMeetingThreads + threadIdx.x; i < n; i += step) {
    const unsigned bin = in[i] >> 16, slot = bin % kSlots, met = atomicCAS(&s_bins[slot], kNoBin, bin);
    atomicAdd(met == kNoBin || met == bin ? &s_counts[slot] : &counts[bin], 1u);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < kSlots; i += kMeetingThreads)
    if (s_counts[i] > 0) atomicAdd(&counts[s_bins[i]], s_counts[i]);
}

// Digits of 8 bits, kFirst to kPast - 1: counts[digit - kFirst][bin] come zeroed, and become where the bins
// begin. The last block to end makes these of them; done_blocks: 0 before. wanted: if it is 0, nothing is
// done; null: it is. overfull: becomes 1 if a bin of the last digit has more than `most` keys, else 0; null:
// nobody asks.
constexpr int kDigitThreads = 512;
template <unsigned kFirst, unsigned kPast>
__global__ void __launch_bounds__(kDigitThreads)
    digits_kernel(const word* keys, std::size_t n, word* counts, word* done_blocks, const word* wanted,
                  word most, word* overfull) {
  constexpr unsigned kDigits = kPast - kFirst;
  wait_for_earlier_kernels();
  if (wanted != nullptr && *wanted == 0) return;
  __shared__ word s_counts[kDigits * kBins], s_sums[32], s_last;
  for (unsigned i = threadIdx.x; i < kDigits * kBins; i += kDigitThreads) s_counts[i] = 0;
  __syncthreads();
  const auto add = [&](word key) {  // results that nobody uses: equal bins of a warp are one wavefront
#pragma unroll
    for (unsigned d = 0; d < kDigits; ++d)
      atomicAdd(&s_counts[d * kBins + ((key >> (8 * (kFirst + d))) & 255)], 1u);
  };
  const std::size_t begin = std::size_t{blockIdx.x} * kDigitThreads + threadIdx.x;
  const std::size_t step = std::size_t{gridDim.x} * kDigitThreads;
  const bool vectors = reinterpret_cast<std::uintptr_t>(keys) % sizeof(uint4) == 0;
  if (vectors)
    for (std::size_t i = begin; i < n / 4; i += step) {
      const uint4 four = reinterpret_cast<const uint4*>(keys)[i];
      add(four.x), add(four.y), add(four.z), add(four.w);
    }
  for (std::size_t i = begin + (vectors ? n / 4 * 4 : 0); i < n; i += step) add(keys[i]);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < kDigits * kBins; i += kDigitThreads)
    if (s_counts[i] > 0) atomicAdd(&counts[i], s_counts[i]);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) s_last = atomicAdd(done_blocks, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!s_last) return;
  __threadfence();
  const bool has_bin = threadIdx.x < kBins;
  word own[kDigits], total;
#pragma unroll
  for (unsigned d = 0; d < kDigits; ++d) own[d] = has_bin ? counts[d * kBins + threadIdx.x] : 0;
#pragma unroll
  for (unsigned d = 0; d < kDigits; ++d) {
    const word before = block_exclusive<kDigitThreads>(own[d], s_sums, total);
    if (has_bin) counts[d * kBins + threadIdx.x] = before;
    __syncthreads();
  }
  if (overfull == nullptr) return;
  const bool any = __syncthreads_or(own[kDigits - 1] > most);
  if (threadIdx.x == 0) *overfull = any;
}
inline unsigned digit_blocks(std::size_t n, const device_facts& device) {
  const auto wanted = static_cast<unsigned>((n + 8191) / 8192), most = device.multiprocessors * 4;
  return wanted < most ? wanted : most;
}

}  // namespace hybrid
