// SPDX-License-Identifier: Apache-2.0
// Sorts pairs of key and value, stably, and keys by some of their bits. Few pairs are sorted by one block,
// more pairs by sweeps over all bits. Many pairs are sorted by sweeps over the top 16 bits; then one block
// sorts each bucket by the other bits. If a bucket does not fit a block, the pairs are sorted by sweeps over
// all bits.
#pragma once
#include "big_buckets.cuh"
#include "one_split.cuh"
#include "sweeps.cuh"

namespace hybrid {

// The input and the output, which can be the same arrays. If `values` is null, the values are the numbers 0
// to n - 1.
template <class Code, class Value>
struct pairs {
  const Code* keys;
  const Value* values;
  Code* out_keys;
  Value* out_values;
};

// Stores the values of count <= S::kMost pairs that begin at pair `from`. Item k gets the value that was at
// place place.get(k) of these pairs.
template <class S, class Code, class Value>
__device__ __forceinline__ void move_values(local_memory<S>& s, const pairs<Code, Value>& p, word from,
                                            word count, const packed_places<S::kItems>& place) {
  constexpr int kThreads = S::kThreads;
  const unsigned t = threadIdx.x;
  const auto store = [&](auto value_of) {
#pragma unroll
    for (int k = 0; k < S::kItems; ++k)
      if (t + k * kThreads < count) p.out_values[from + t + k * kThreads] = value_of(place.get(k));
  };
  if (p.values == nullptr) return store([=](word at) { return static_cast<Value>(from + at); });
  Value *s_values = reinterpret_cast<Value*>(s.keys), value[S::kItems];
  __syncthreads();
  load_items<S>(value, p.values + from, count);
#pragma unroll
  for (int k = 0; k < S::kItems; ++k)
    if (t + k * kThreads < count) s_values[t + k * kThreads] = value[k];
  __syncthreads();
  store([=](word at) { return s_values[at]; });
}

// Puts count <= S::kMost pairs in order, stably. It sorts codes that combine a key's last bits and its place:
// no two are equal, so the unstable local sort gives the stable order. Then the values are loaded and moved
// from their places. key: as in local_sort, in base + [0, 2^bits). `from`: the first place of these pairs.
template <class S>
constexpr int kPlaceBits = S::kMost <= 1u << 12   ? 12
                           : S::kMost <= 1u << 13 ? 13
                                                  : 14;
template <class S, bool kRefines, class Code, class Value>
__device__ __forceinline__ void sort_pairs_of_block(local_memory<S>& s, const Code (&key)[S::kItems],
                                                    word count, Code base, int bits, pairs<Code, Value> p,
                                                    word from, key_order<Code> order) {
  using Both = typename S::code;
  constexpr int kThreads = S::kThreads, kItems = S::kItems;
  constexpr int kPlace = kPlaceBits<S>;
  static_assert(S::kMost <= 1u << kPlace);
  const unsigned t = threadIdx.x;
  Both both[kItems];
#pragma unroll
  for (int k = 0; k < kItems; ++k)
    both[k] = static_cast<Both>(key[k] - base) << kPlace | static_cast<Both>(t + k * kThreads);
  local_sort<S, kRefines, false, kPlace>(s, both, nullptr, count, 0, kPlace + bits);
  packed_places<kItems> place;
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    const unsigned i = t + k * kThreads;
    const Both sorted = i < count ? s.keys[i] : 0;
    if (i < count) p.out_keys[from + i] = order.decode(base + static_cast<Code>(sorted >> kPlace));
    place.set(k, static_cast<word>(sorted) % (1u << kPlace));
  }
  move_values<S>(s, p, from, count, place);
}
// Shared memory for local_pairs_kernel.
template <class S, class Value>
constexpr std::size_t kPairBytes = sizeof(local_memory<S>) > S::kMost * sizeof(Value)
                                       ? sizeof(local_memory<S>)
                                       : S::kMost * sizeof(Value);

// Sorts the codes of n <= S::kMost pairs, all in least + [0, 2^bits); `place` becomes the place of each.
// A word has no room for all bits and a place. So the codes are sorted by the upper bits, which is usually
// enough. If not, they are sorted by the lower bits, and by the upper bits again.
template <class S>
__device__ __forceinline__ void sort_wide_codes(local_memory<S>& s, std::uint64_t (&key)[S::kItems],
                                                packed_places<S::kItems>& place, word n, std::uint64_t least,
                                                int bits) {
  constexpr int kThreads = S::kThreads, kItems = S::kItems, kPlace = kPlaceBits<S>;
  const unsigned t = threadIdx.x;
  const int upper = min(bits, 64 - kPlace), lower = bits - upper;
  const auto exchange_all = [&](const auto& take, const packed_places<kItems>& from, const auto& give) {
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kItems; ++k)
      if (t + k * kThreads < n) s.keys[t + k * kThreads] = give(k);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kItems; ++k)
      if (t + k * kThreads < n) take(k, s.keys[from.get(k)]);
  };
#pragma unroll
  for (int k = 0; k < kItems; ++k) place.set(k, t + k * kThreads);
#pragma unroll 1
  for (int turn = 0; turn < 3; ++turn) {
    const int shift = turn == 1 ? 0 : lower, width = turn == 1 ? lower : upper;
    std::uint64_t both[kItems];
    packed_places<kItems> from;
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      const std::uint64_t digit = (key[k] - least) >> shift & ((std::uint64_t{1} << width) - 1);
      both[k] = digit << kPlace | (t + k * kThreads);
    }
    __syncthreads();
    local_sort<S, true, false, kPlace>(s, both, nullptr, n, 0, kPlace + width);
#pragma unroll
    for (int k = 0; k < kItems; ++k)
      from.set(k, t + k * kThreads < n ? static_cast<word>(s.keys[t + k * kThreads]) % (1u << kPlace) : 0);
    exchange_all([&](int k, std::uint64_t x) { place.change(k, static_cast<word>(x)); }, from,
                 [&](int k) { return std::uint64_t{place.get(k)}; });
    exchange_all([&](int k, std::uint64_t x) { key[k] = x; }, from, [&](int k) { return key[k]; });
    __syncthreads();
    bool wrong = false;
#pragma unroll
    for (int k = 0; k < kItems; ++k)
      if (t + k * kThreads < n) s.keys[t + k * kThreads] = key[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kItems; ++k)
      if (t + k * kThreads + 1 < n) wrong |= s.keys[t + k * kThreads + 1] < key[k];
    if (__syncthreads_or(wrong) == 0) return;
  }
}

// Sorts n <= S::kMost pairs in one block and one launch.
template <class S, class Code, class Value>
__global__ void __launch_bounds__(S::kThreads, 1)
    one_block_pairs_kernel(pairs<Code, Value> p, word n, key_order<Code> order) {
  wait_for_earlier_kernels();
  extern __shared__ __align__(16) word s_words[];
  auto& s = *reinterpret_cast<local_memory<S>*>(s_words);
  Code key[S::kItems], least, most;
  load_codes<S>(key, p.keys, n, order, least, most);
  if constexpr (sizeof(Code) == 4) {
    sort_pairs_of_block<S, true>(s, key, n, least, width_of(most - least), p, 0, order);
  } else {
    packed_places<S::kItems> place;
    sort_wide_codes<S>(s, key, place, n, least, width_of(most - least));
#pragma unroll
    for (int k = 0; k < S::kItems; ++k) key[k] = order.decode(key[k]);
    store_items<S>(p.out_keys, key, n);
    move_values<S>(s, p, 0, n, place);
  }
}

// Sorts n <= S::kMost pairs (or keys, for no_value) by the bits of `range`, stably, in one block and one
// launch. The bits do not give the whole key, so the keys are moved like values.
template <class S, class Code, class Value>
__global__ void __launch_bounds__(S::kThreads, 1)
    one_block_range_kernel(pairs<Code, Value> p, word n, bit_range range, key_order<Code> order) {
  wait_for_earlier_kernels();
  extern __shared__ __align__(16) word s_words[];
  auto& s = *reinterpret_cast<local_memory<S>*>(s_words);
  const int above = kBitsOf<Code> - range.end;
  Code key[S::kItems];
  std::uint64_t digits[S::kItems];
  load_items<S>(key, p.keys, n);
#pragma unroll
  for (int k = 0; k < S::kItems; ++k)
    digits[k] = static_cast<Code>(order.encode(key[k]) << above) >> (above + range.begin);
  packed_places<S::kItems> place;
  sort_wide_codes<S>(s, digits, place, n, 0, range.end - range.begin);
  move_values<S>(s, pairs<Code, Code>{nullptr, p.keys, nullptr, p.out_keys}, 0, n, place);
  if constexpr (kHasValues<Value>) move_values<S>(s, p, 0, n, place);
}

// From the counts of buckets, finds where each bucket begins, where the bins of the last two passes begin,
// and whether a bucket does not fit a block. Blocks 0 to 63 have 1024 buckets each. Block 64 has the second
// digit from the top.
template <class Code>
__global__ void __launch_bounds__(kPlanThreads)
    pair_plan_kernel(const word* counts, word* begins, sweep_room room, word most) {
  constexpr unsigned kLower = sizeof(Code) - 2;  // passes before these two
  wait_for_earlier_kernels();
  if (*room.overfull != 0) return;
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
    const word begin = block_exclusive_scan(t < kBins ? sum : 0, s_sums[0], kPlanThreads / 32, total);
    if (t < kBins) room.starts[kLower * kBins + t] = begin;
    if (t == 0) *room.active = 3u << kLower;
    return;
  }
  const unsigned bucket = blockIdx.x * kPlanThreads + t;
  const word count = counts[bucket], begin = bucket_begin(counts, count, s_sums);
  begins[bucket] = begin;
  if (bucket % kBins == 0) room.starts[(kLower + 1) * kBins + bucket / kBins] = begin;
  if (count > most) atomicExch(room.overfull, 1u);
}

// One block sorts 2^group buckets, in place: all at once if they fit, otherwise one at a time.
template <class S>
constexpr int kMostGroup = kBitsOf<typename S::code> - kRestBits<typename S::code> - kPlaceBits<S>;
template <class S, class Value>
__global__ void __launch_bounds__(S::kThreads,
                                  blocks_that_fit(S::kThreads, 1024 / S::kThreads + (S::kItems < 18 ? 1 : 0) -
                                                                   (sizeof(typename S::code) == 4 ? 0 : 1)))
    local_pairs_kernel(pairs<typename S::code, Value> p, word n, const word* begins, int group,
                       const word* overfull, key_order<typename S::code> order) {
  using Code = typename S::code;
  wait_for_earlier_kernels();
  extern __shared__ __align__(16) word s_words[];
  auto& s = *reinterpret_cast<local_memory<S>*>(s_words);
  if (*overfull != 0) return;
  const auto begin_of = [&](word bucket) { return bucket < kBuckets ? begins[bucket] : n; };
  const word last = (blockIdx.x + 1) << group;
#pragma unroll 1
  for (word bucket = blockIdx.x << group, next; bucket < last; bucket = next) {
    const word start = begin_of(bucket);
    next = begin_of(last) - start <= S::kMost ? last : bucket + 1;
    const word count = begin_of(next) - start;
    if (count < 2) continue;
    Code key[S::kItems];
    load_items<S>(key, p.keys + start, count);
#pragma unroll
    for (int k = 0; k < S::kItems; ++k) key[k] = order.encode(key[k]);
    const int bits = kRestBits<Code> + log2_up(next - bucket);
    sort_pairs_of_block<S, false>(s, key, count, base_of<Code>(bucket), bits, p, start, order);
    __syncthreads();
  }
}

// From this size on, sweeps by the top 16 bits and a local sort are faster than sweeps by all bits.
template <class Code>
constexpr std::size_t kLocalPairsFrom = std::size_t{1} << (sizeof(Code) == 4 ? 22 : 20);
constexpr std::size_t kHalfPairsBelow = std::size_t{1} << 25;  // in blocks of half_shape
// Up to this many uniform pairs, each bucket fits in a block for `most` pairs.
constexpr std::size_t local_pairs_most(std::size_t most) { return most * kBuckets / 16 * 15; }
template <class Code>
bool sorts_buckets(std::size_t n, const device_facts& device) {
  return has_room<Code>(device) && n >= kLocalPairsFrom<Code> && n <= local_pairs_most(kMiddleMost);
}

template <class Code, class Value>
std::size_t pairs_words(std::size_t n, const device_facts& device, bool by_buckets) {
  return sweep_words<Code, Value>(n, device) + (by_buckets ? 2 * kBuckets : 0);
}
// Words of device memory that sort_pairs needs in addition to the arrays.
template <class Code, class Value>
std::size_t pairs_workspace_words(std::size_t n, const device_facts& device) {
  return n == 0 ? 0 : pairs_words<Code, Value>(n, device, sorts_buckets<Code>(n, device));
}

// Launches the sort by one block and returns true if there are few pairs.
template <class Code, class Value>
bool sort_pairs_in_one_block(const pairs<Code, Value>& p, std::size_t n, bit_range range,
                             key_order<Code> order, const device_facts& device) {
  const auto fits = [=](std::size_t most) { return n <= most; };
  return with_shape<alone_shape<std::uint64_t>, alone_more_shape<std::uint64_t>>(
      device, fits, [&](auto shape) {
        using S = decltype(shape);
        const auto count = static_cast<word>(n);
        if constexpr (kHasValues<Value>)
          if (range.end - range.begin == kBitsOf<Code>)
            return launch(device, one_block_pairs_kernel<S, Code, Value>, 1, S::kThreads,
                          sizeof(local_memory<S>), p, count, order);
        launch(device, one_block_range_kernel<S, Code, Value>, 1, S::kThreads, sizeof(local_memory<S>), p,
               count, range, order);
      });
}

template <class Code, class Value>
void allow_range(const device_facts& device) {
  using S = alone_more_shape<std::uint64_t>;
  allow(device, one_block_range_kernel<S, Code, Value>, sizeof(local_memory<S>));
}
template <class Code, class Value>
void allow_pairs(const device_facts& device) {
  allow_range<Code, Value>(device);
  allow_sweeps<Code, Value>(device);
  allow(device, count_kernel<Code>, kTableBytes);
  allow(device, local_pairs_kernel<half_shape<Code>, Value>, kPairBytes<half_shape<Code>, Value>);
  allow(device, local_pairs_kernel<small_shape<Code>, Value>, kPairBytes<small_shape<Code>, Value>);
  allow(device, local_pairs_kernel<middle_shape<Code>, Value>, kPairBytes<middle_shape<Code>, Value>);
  using S = alone_more_shape<std::uint64_t>;
  allow(device, one_block_pairs_kernel<S, Code, Value>, sizeof(local_memory<S>));
}

// The arrays of sweeps over n pairs by `range`; the last pass writes p.out_keys and p.out_values.
template <class Code, class Value>
sweeps<Code, Value> sweeps_of(const pairs<Code, Value>& p, Code* d_scratch_keys, Value* d_scratch_values,
                              std::size_t n, bit_range range, key_order<Code> order) {
  sweeps<Code, Value> s{};
  s.source = p.keys, s.source_values = p.values;
  s.keys[0] = p.out_keys, s.keys[1] = d_scratch_keys;
  s.values[0] = p.out_values, s.values[1] = d_scratch_values;
  s.n = static_cast<word>(n), s.range = range, s.order = order;
  return s;
}

template <class Code, class Value>
bool in_place(const pairs<Code, Value>& p) {
  return p.keys == p.out_keys || (kHasValues<Value> && p.values == p.out_values);
}

// Sorts by the digits of `range` alone: pairs (or keys, for no_value) that agree in these digits keep their
// order. n < 2^30. d_workspace: sweep_words<Code, Value>(n, device).
template <class Code, class Value>
void sort_by_sweeps(const pairs<Code, Value>& p, Code* d_scratch_keys, Value* d_scratch_values, std::size_t n,
                    word* d_workspace, bit_range range, key_order<Code> order, const device_facts& device) {
  const sweep_room room = sweep_room_of(d_workspace);
  clear_for_sweeps<Code, Value>(d_workspace, n, device);
  count_digits(p.keys, n, range, order, room, in_place(p), 0, nullptr, device);
  launch_sweeps(sweeps_of(p, d_scratch_keys, d_scratch_values, n, range, order), all_passes(range), room,
                device);
}

// Like sort_by_sweeps, but few pairs are sorted by one block.
template <class Code, class Value>
void sort_by_range(const pairs<Code, Value>& p, Code* d_scratch_keys, Value* d_scratch_values, std::size_t n,
                   word* d_workspace, bit_range range, key_order<Code> order, const device_facts& device) {
  if (!sort_pairs_in_one_block(p, n, range, order, device))
    sort_by_sweeps(p, d_scratch_keys, d_scratch_values, n, d_workspace, range, order, device);
}

// Sorts by all bits, with sweeps over the top 16 bits and a local sort. If a bucket does not fit, all sweeps
// run. d_workspace: pairs_words<Code, Value>(n, device, true).
template <class Code, class Value>
void sort_pairs_by_buckets(const pairs<Code, Value>& p, Code* d_scratch_keys, Value* d_scratch_values,
                           std::size_t n, word* d_workspace, key_order<Code> order,
                           const device_facts& device) {
  constexpr unsigned kLower = sizeof(Code) - 2;
  const sweep_room room = sweep_room_of(d_workspace);
  word *counts = d_workspace + pairs_words<Code, Value>(n, device, false), *begins = counts + kBuckets;
  const auto count = static_cast<word>(n);
  const std::size_t zeroed = pairs_words<Code, Value>(n, device, false) + kBuckets;
  CUDA_CHECK(cudaMemsetAsync(d_workspace, 0, zeroed * sizeof(word), device.stream));
  const bool half = n < kHalfPairsBelow, small = n <= local_pairs_most(kLocalMost);
  const word most = half ? half_shape<Code>::kMost : small ? kLocalMost : kMiddleMost;
  count_keys(p.keys, n, counts, order, device, most, room.overfull);
  launch(device, pair_plan_kernel<Code>, kPlanBlocks, kPlanThreads, 0, counts, begins, room, most);
  count_digits(p.keys, n, kAllBits<Code>, order, room, in_place(p), 0, room.overfull, device);
  launch_sweeps(sweeps_of(p, d_scratch_keys, d_scratch_values, n, kAllBits<Code>, order), 3u << kLower, room,
                device);
  const pairs<Code, Value> moved{p.out_keys, p.out_values, p.out_keys, p.out_values};
  const auto local = [&](auto shape) {
    using S = decltype(shape);
    int group = 0;
    while (group < kMostGroup<S> && (n / kBuckets << (group + 1)) <= S::kMost * 23 / 25) ++group;
    launch(device, local_pairs_kernel<S, Value>, kBuckets >> group, S::kThreads, kPairBytes<S, Value>, moved,
           count, begins, group, room.overfull, order);
  };
  if (half)
    local(half_shape<Code>{});
  else if (small)
    local(small_shape<Code>{});
  else
    local(middle_shape<Code>{});
}

// n < 2^30. The result is in p.out_keys and p.out_values. d_workspace: pairs_workspace_words<Code, Value>(n,
// device). Otherwise like sort_keys. Call allow_pairs<Code, Value>(device) once before.
template <class Code, class Value>
void sort_pairs(const pairs<Code, Value>& p, Code* d_scratch_keys, Value* d_scratch_values, std::size_t n,
                word* d_workspace, key_order<Code> order, const device_facts& device) {
  if (n == 0) return;
  if (sorts_buckets<Code>(n, device))
    sort_pairs_by_buckets(p, d_scratch_keys, d_scratch_values, n, d_workspace, order, device);
  else
    sort_by_range(p, d_scratch_keys, d_scratch_values, n, d_workspace, kAllBits<Code>, order, device);
}

}  // namespace hybrid
