// SPDX-License-Identifier: Apache-2.0
// Pairs of uint32_t key and value, stable. Few: a block sorts them by sweeps of its own. More: four sweeps.
// Many: sweeps by the top 16 bits alone, and a block sorts each bucket by the others, if each fits one; else
// four.
#pragma once
#include "big_buckets.cuh"
#include "sweeps.cuh"

namespace hybrid {

// n <= S::kMost pairs: everything in one block and one launch, by its stable radix sort.
template <class S>
__global__ void __launch_bounds__(S::kThreads, 1) one_block_pairs_kernel(word* keys, word* values, word n) {
  wait_for_earlier_kernels();
  extern __shared__ __align__(16) word s_words[];
  auto& s = *reinterpret_cast<local_memory<S>*>(s_words);
  const unsigned first = first_item<S>(n);
  word key[S::kItems], value[S::kItems], least = 0xffffffffu, most = 0;
#pragma unroll
  for (int k = 0; k < S::kItems; ++k) {
    const unsigned i = first + k * 32;
    key[k] = i < n ? keys[i] : 0, value[k] = i < n ? values[i] : 0;
    if (i < n) least = min(least, key[k]), most = max(most, key[k]);
  }
  least_and_most_of_block<S::kThreads>(least, most);
  if (least == most) return;
  radix_sort_block<S, true>(s, key, value, n, least, 32 - __clz(most - least));
#pragma unroll
  for (int k = 0; k < S::kItems; ++k) {
    const unsigned i = first + k * 32;
    if (k < items_of_thread<S>(n) && i < n) keys[i] = key[k], values[i] = value[k];
  }
}

// From the counts of buckets: where each begins, where the bins of passes 2 and 3 do, and whether a bucket
// does not fit a block. Blocks 0 to 63: 1024 buckets each. Block 64: bits 16 to 23.
__global__ void __launch_bounds__(kPlanThreads)
    pair_plan_kernel(const word* counts, word* begins, sweep_room room) {
  wait_for_earlier_kernels();
  __shared__ word s_sums[2][32], s_parts[kPlanThreads];
  const unsigned t = threadIdx.x;
  if (blockIdx.x == kPlanBlocks - 1) {
    constexpr unsigned kParts = kPlanThreads / kBins, kRowsOfPart = kBins / kParts;
    word sum = 0, total;
    for (unsigned row = 0; row < kRowsOfPart; ++row)
      sum += counts[(t / kBins * kRowsOfPart + row) * kBins + t % kBins];
    s_parts[t] = sum;
    __syncthreads();
    if (t < kBins)
      for (unsigned part = 1; part < kParts; ++part) sum += s_parts[part * kBins + t];
    const word begin = block_exclusive<kPlanThreads>(t < kBins ? sum : 0, s_sums[0], total);
    if (t < kBins) room.starts[2 * kBins + t] = begin;
    return;
  }
  const unsigned bucket = blockIdx.x * kPlanThreads + t;
  const word count = counts[bucket], begin = bucket_begin(counts, count, s_sums);
  begins[bucket] = begin;
  if (bucket % kBins == 0) room.starts[3 * kBins + bucket / kBins] = begin;
  if (count > kLocalMost) atomicOr(room.overfull, 1u);
}

// A block for each 2^group buckets, in place: all at once if they fit, else one at a time. What is sorted are
// words of a key's last bits and its place: no two are alike, so that the order of the unstable local sort is
// the stable one. Then values are loaded, and fetched from their places.
constexpr int kPlaceBits = 13, kMostGroup = 32 - kPlaceBits - 16;
static_assert(kLocalMost <= 1u << kPlaceBits);
__global__ void __launch_bounds__(small_shape::kThreads, blocks_that_fit(small_shape::kThreads, 4))
    local_pairs_kernel(word* keys, word* values, word n, const word* begins, int group,
                       const word* overfull) {
  using S = small_shape;
  wait_for_earlier_kernels();
  extern __shared__ __align__(16) word s_words[];
  auto& s = *reinterpret_cast<local_memory<S>*>(s_words);
  if (*overfull != 0) return;
  const auto begin_of = [&](word bucket) { return bucket < kBuckets ? begins[bucket] : n; };
  const word last = (blockIdx.x + 1) << group;
#pragma unroll 1
  for (word bucket = blockIdx.x << group, next; bucket < last; bucket = next) {
    const word start = begin_of(bucket), base = bucket << 16;
    next = begin_of(last) - start <= kLocalMost ? last : bucket + 1;
    const word count = begin_of(next) - start;
    if (count < 2) continue;
    word item[S::kItems];
#pragma unroll
    for (int k = 0; k < S::kItems; ++k) {
      const unsigned i = threadIdx.x + k * S::kThreads;
      item[k] = i < count ? (keys[start + i] - base) << kPlaceBits | i : 0;
    }
    local_sort<S>(s, item, nullptr, count, 0, kPlaceBits + 16 + log2_up(next - bucket));
    packed_places<S::kItems> from;
#pragma unroll
    for (int k = 0; k < S::kItems; ++k) {
      const unsigned i = threadIdx.x + k * S::kThreads;
      const word sorted = i < count ? s.keys[i] : 0;
      if (i < count) keys[start + i] = base + (sorted >> kPlaceBits);
      from.set(k, sorted % (1u << kPlaceBits));
    }
    __syncthreads();
    load_to<S>(s.keys, values + start, count);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < S::kItems; ++k) {
      const unsigned i = threadIdx.x + k * S::kThreads;
      if (i < count) values[start + i] = s.keys[from.get(k)];
    }
    __syncthreads();
  }
}

inline void allow_sweep_memory(const device_facts& device) {
  for (auto* kernel : {sweep_kernel<true, kSweepItems, true>, sweep_kernel<true, kSweepItems, false>})
    allow(device, kernel, sizeof(sweep_memory<true, kSweepItems>));
  allow(device, one_block_pairs_kernel<alone_more_shape>, sizeof(local_memory<alone_more_shape>));
  allow(device, local_pairs_kernel, sizeof(local_memory<small_shape>));
  allow(device, count_kernel, kTableBytes);
}

// From here on sweeps by the top 16 bits and a local sort are faster than four sweeps; to here, uniform keys
// fit.
constexpr std::size_t kLocalPairsFrom = std::size_t{1} << 23,
                      kLocalPairsTo = std::size_t{kLocalMost} * kBuckets / 16 * 15;
inline bool sorts_buckets(std::size_t n, const device_facts& device) {
  return has_room(device) && n >= kLocalPairsFrom && n <= kLocalPairsTo;
}

inline std::size_t pairs_words(std::size_t n, const device_facts& device, bool by_buckets) {
  return sweep_words<true>(n, device) + (by_buckets ? 2 * kBuckets : 0);
}
// Words of device memory that sort_pairs needs besides the four arrays.
inline std::size_t pairs_workspace_words(std::size_t n, const device_facts& device) {
  return n == 0 ? 0 : pairs_words(n, device, sorts_buckets(n, device));
}

inline void count_digits(const word* d_keys, std::size_t n, const sweep_room& room,
                         const device_facts& device) {
  launch(device, digits_kernel<0, kPasses>, digit_blocks(n, device), kDigitThreads, 0, d_keys, n, room.starts,
         room.done_blocks, static_cast<const word*>(nullptr), word{0}, static_cast<word*>(nullptr));
}

// One pass, from one pair of arrays to another, by bits shift .. shift + 7: a multiple of 8.
inline void sweep_once(const word* d_keys, const word* d_values, std::size_t n, int shift, word* d_out_keys,
                       word* d_out_values, word* d_workspace, const device_facts& device) {
  const sweep_room room = sweep_room_of(d_workspace);
  const unsigned pass = static_cast<unsigned>(shift) / 8;
  clear_for_sweeps<true>(d_workspace, n, device);
  count_digits(d_keys, n, room, device);
  sweeps p{};
  p.keys[pass % 2] = const_cast<word*>(d_keys), p.keys[1 - pass % 2] = d_out_keys;
  p.values[pass % 2] = const_cast<word*>(d_values), p.values[1 - pass % 2] = d_out_values;
  p.n = static_cast<word>(n);
  launch_sweeps<true>(p, pass, pass + 1, room, device);
}

// n < 2^30; by_buckets: by the top 16 bits alone, and a local sort. d_workspace: pairs_words(n, device,
// by_buckets).
inline void sort_pairs_by_sweeps(bool by_buckets, word* d_keys, word* d_values, word* d_scratch_keys,
                                 word* d_scratch_values, std::size_t n, word* d_workspace,
                                 const device_facts& device) {
  const auto count = static_cast<word>(n);
  const sweep_room room = sweep_room_of(d_workspace);
  word *counts = d_workspace + pairs_words(n, device, false), *begins = counts + kBuckets;
  sweeps p{};
  p.keys[0] = d_keys, p.keys[1] = d_scratch_keys, p.values[0] = d_values, p.values[1] = d_scratch_values;
  p.n = count;
  clear_for_sweeps<true>(d_workspace, n, device);
  if (by_buckets) {
    CUDA_CHECK(cudaMemsetAsync(counts, 0, kBuckets * sizeof(word), device.stream));
    count_keys(d_keys, n, counts, device);
    launch(device, pair_plan_kernel, kPlanBlocks, kPlanThreads, 0, counts, begins, room);
    launch(device, digits_kernel<0, 2>, digit_blocks(n, device), kDigitThreads, 0, d_keys, n, room.starts,
           room.done_blocks, room.overfull, word{0}, static_cast<word*>(nullptr));
    p.wanted = room.overfull;
    launch_sweeps<true>(p, 0, 2, room, device);
    p.wanted = nullptr;
    launch_sweeps<true>(p, 2, kPasses, room, device);
  } else {
    count_digits(d_keys, n, room, device);
    launch_sweeps<true>(p, 0, kPasses, room, device);
  }
  if (!by_buckets) return;
  int group = 0;
  while (group < kMostGroup && (n / kBuckets << (group + 1)) <= kLocalMost * 23 / 25) ++group;
  launch(device, local_pairs_kernel, kBuckets >> group, small_shape::kThreads,
         sizeof(local_memory<small_shape>), d_keys, d_values, count, begins, group, room.overfull);
}

// n < 2^30. All arrays: n words; the result is in d_keys and d_values. As sort_keys; call
// allow_sweep_memory(device) once before.
inline void sort_pairs(word* d_keys, word* d_values, word* d_scratch_keys, word* d_scratch_values,
                       std::size_t n, word* d_workspace, const device_facts& device) {
  if (n <= 1) return;
  using S = alone_more_shape;
  if (n <= S::kMost && sizeof(local_memory<S>) <= device.block_bytes)
    return launch(device, one_block_pairs_kernel<S>, 1, S::kThreads, sizeof(local_memory<S>), d_keys,
                  d_values, static_cast<word>(n));
  sort_pairs_by_sweeps(sorts_buckets(n, device), d_keys, d_values, d_scratch_keys, d_scratch_values, n,
                       d_workspace, device);
}

}  // namespace hybrid
