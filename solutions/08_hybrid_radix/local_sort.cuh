// SPDX-License-Identifier: Apache-2.0
// A block sorts what fits into its shared memory: one unstable split into bins of about two keys, then
// networks that merge runs of 4 until the fullest bin is in order. A bin that is crowded has few distinct
// keys as a rule: a warp counts them. Else a stable radix sort by 8 bits a pass takes over.
#pragma once
#include "plan.cuh"

namespace hybrid {

template <int threads, int items, int bin_bits>
struct shape {
  static constexpr int kThreads = threads, kItems = items;
  static constexpr unsigned kMost = threads * items, kBinBits = bin_bits, kBins = 1u << bin_bits;
};
using small_shape = shape<256, 18, 11>;       // 5 blocks in a multiprocessor
using middle_shape = shape<512, 18, 12>;      // 2 blocks
using large_shape = shape<1024, 18, 12>;      // 1 block
using alone_shape = shape<512, 9, 11>;        // one block for all keys: more threads, less latency
using alone_more_shape = shape<1024, 9, 12>;  // then large_shape
static_assert(small_shape::kMost == kLocalMost && alone_shape::kMost == kLocalMost);
static_assert(middle_shape::kMost == kMiddleMost && large_shape::kMost == kLargeMost);

constexpr unsigned kMostMerged = 21;  // keys of a bin that the networks put in order; more crowd it

template <class S>
struct local_memory {
  word keys[S::kMost + 16];  // networks read past the last key
  word bins[S::kBins + 4];
  word sums[32];
  word fullest, crowded;
};

__device__ __forceinline__ void order(word& a, word& b) {
  const word less = min(a, b);
  b = max(a, b);
  a = less;
}
// Two sorted runs of 4: 9 comparators.
__device__ __forceinline__ void merge8(word (&k)[8]) {
  order(k[0], k[4]), order(k[1], k[5]), order(k[2], k[6]), order(k[3], k[7]);
  order(k[2], k[4]), order(k[3], k[5]);
  order(k[1], k[2]), order(k[3], k[4]), order(k[5], k[6]);
}
__device__ __forceinline__ void sort8(word (&k)[8]) {
#pragma unroll
  for (int i = 0; i < 8; i += 4) {
    order(k[i], k[i + 1]), order(k[i + 2], k[i + 3]);
    order(k[i], k[i + 2]), order(k[i + 1], k[i + 3]);
    order(k[i + 1], k[i + 2]);
  }
  merge8(k);
}
// at: 8 words of shared memory, 16-byte aligned. Eight lanes go to the banks at a time, and their windows are
// 32 bytes apart: if each of them took its first half first, they would meet two by two. So four of them take
// the second half first; to the networks the halves are alike.
template <bool kSort>
__device__ __forceinline__ void order_window(word* at) {
  uint4* halves = reinterpret_cast<uint4*>(at);
  const bool second_first = threadIdx.x / 4 % 2 != 0;
  const uint4 a = halves[second_first], b = halves[!second_first];
  word k[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
  if (kSort)
    sort8(k);
  else
    merge8(k);
  const uint4 low = {k[0], k[1], k[2], k[3]}, high = {k[4], k[5], k[6], k[7]};
  halves[second_first] = second_first ? high : low;
  halves[!second_first] = second_first ? low : high;
}

// Sorts count keys of base + [0, 2^bits), in registers, whatever they are and stably: LSD by 8 bits, ranks by
// warp match. They are in rows of 32 neighbours, each warp has items_of_thread(count) of them, and item k of
// a thread is number first_item(count) + 32 k. kPairs: values go where their keys go; else `value` is not
// used. Compiled in place: a call, even one that is never made, costs local_kernel a tenth of its time.
template <class S>
__device__ int items_of_thread(word count) {
  return static_cast<int>((count + S::kThreads - 1) / S::kThreads);
}
template <class S>
__device__ unsigned first_item(word count) {
  return threadIdx.x / 32 * 32 * items_of_thread<S>(count) + lane_id();
}
template <class S, bool kPairs>
__device__ __forceinline__ void radix_sort_block(local_memory<S>& s, word (&key)[S::kItems],
                                                 word (&value)[S::kItems], word count, word base, int bits) {
  constexpr int kThreads = S::kThreads, kItems = S::kItems, kWarps = kThreads / 32;
  static_assert(kThreads >= 256 && kWarps * 128 <= S::kBins, "a thread for each bin; room for the counters");
  unsigned short *counts = reinterpret_cast<unsigned short*>(s.bins),  // [warp][bin]
      *mine = counts + threadIdx.x / 32 * 256;
  const unsigned first = first_item<S>(count);
  const int items = items_of_thread<S>(count);
  for (int shift = 0; shift < bits; shift += 8) {
    const auto bin_of = [=](word x, int k) {  // what is not there is last, and stays so
      return first + k * 32 < count ? ((x - base) >> shift) & 255 : 255;
    };
    __syncthreads();
    for (unsigned i = threadIdx.x; i < kWarps * 128; i += kThreads) s.bins[i] = 0;
    __syncthreads();
    packed_places<kItems> place;
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      if (k >= items) break;
      const unsigned bin = bin_of(key[k], k), peers = lanes_with<8>(bin);
      const word old = mine[bin], below = __popc(peers & lanes_below());
      __syncwarp();
      if (below == 0) mine[bin] = static_cast<unsigned short>(old + __popc(peers));
      __syncwarp();
      place.set(k, old + below);
    }
    __syncthreads();
    const bool has_bin = threadIdx.x < 256;
    word own = 0, total;
    if (has_bin)
      for (int w = 0; w < kWarps; ++w) own += counts[w * 256 + threadIdx.x];
    word before = block_exclusive<kThreads>(own, s.sums, total);
    for (int w = 0; has_bin && w < kWarps; w += 8) {  // loads are on their way 8 at a time
      word of_warp[8];
#pragma unroll
      for (int i = 0; i < 8; ++i) of_warp[i] = counts[(w + i) * 256 + threadIdx.x];
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        counts[(w + i) * 256 + threadIdx.x] = static_cast<unsigned short>(before);
        before += of_warp[i];
      }
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      if (k >= items) break;
      const word at = mine[bin_of(key[k], k)] + place.get(k);
      s.keys[at] = key[k];
      place.change(k, at);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kItems; ++k)
      if (k < items) key[k] = s.keys[first + k * 32];
    if (!kPairs) continue;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kItems; ++k)
      if (k < items) s.keys[place.get(k)] = value[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kItems; ++k)
      if (k < items) value[k] = s.keys[first + k * 32];
  }
}

// One warp orders keys[0, size) of shared memory, size > 0: it counts how often each distinct key occurs and
// writes them down. False, and nothing is written, if they are more than 32, or more than `steps` rows would
// be read.
__device__ inline bool count_distinct(word* keys, word size, word steps) {
  const auto least_of_warp = [](word x) {
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) x = min(x, __shfl_xor_sync(kAllLanes, x, distance));
    return x;
  };
  const word rows = (size + 31) / 32;
  word least = 0xffffffffu, most = 0;
#pragma unroll 8
  for (word i = lane_id(); i < size; i += 32) {
    least = min(least, keys[i]);
    most = max(most, keys[i]);
  }
  least = least_of_warp(least), most = ~least_of_warp(~most);
  if (least == most) return true;
  word now = least, counted = 0, my_key = 0, my_end = 0;  // lane d: distinct key d, and where it ends
  unsigned distinct = 0;
  for (; counted < size; ++distinct) {
    if (distinct == 32 || (distinct + 1) * rows > steps) return false;
    word next = most, copies = 0;
    if (now == most) {
      copies = size - counted;
    } else {
#pragma unroll 8
      for (word i = lane_id(); i < rows * 32; i += 32) {
        const word x = i < size ? keys[i] : most;
        copies += __popc(__ballot_sync(kAllLanes, x == now));
        if (x > now) next = min(next, x);
      }
      next = least_of_warp(next);
    }
    counted += copies;
    if (lane_id() == distinct) my_key = now, my_end = counted;
    now = next;
  }
  __syncwarp();
  word begin = 0;
  for (unsigned d = 0; d < distinct; ++d) {
    const word key = __shfl_sync(kAllLanes, my_key, d), end = __shfl_sync(kAllLanes, my_end, d);
    for (word i = begin + lane_id(); i < end; i += 32) keys[i] = key;
    begin = end;
  }
  return true;
}

// Each warp takes bins that are far apart, as crowded ones are often neighbours. False if a bin has too many
// distinct keys.
template <class S>
__device__ inline bool order_crowded_bins(local_memory<S>& s) {
  constexpr unsigned kOwn = S::kBins / 32;
  for (unsigned row = threadIdx.x / 32; row < kOwn; row += S::kThreads / 32) {
    const unsigned bin = lane_id() * kOwn + (row ^ lane_id());
    const word begin = s.bins[bin], size = s.bins[bin + 1] - begin;
    for (unsigned left = __ballot_sync(kAllLanes, size > kMostMerged); left != 0; left &= left - 1) {
      const int lane = __ffs(left) - 1;
      if (!count_distinct(&s.keys[__shfl_sync(kAllLanes, begin, lane)], __shfl_sync(kAllLanes, size, lane),
                          S::kMost / 8))
        return false;
    }
  }
  return true;
}

// Brings count <= S::kMost keys of base + [0, 2^bits) in order, in s.keys, and ends with a barrier. key: item
// k of thread t is number t + k * threads. reload: keys are loaded from there a second time instead of kept
// in registers; null: they are kept.
template <class S, bool kReload = false>
__device__ __forceinline__ void local_sort(local_memory<S>& s, word (&key)[S::kItems], const word* reload,
                                           word count, word base, int bits) {
  constexpr int kThreads = S::kThreads, kItems = S::kItems;
  constexpr unsigned kShare = S::kBins / kThreads < 4 ? 4 : S::kBins / kThreads;  // counters of a thread
  constexpr unsigned kScanning = S::kBins / kShare;
  static_assert(kScanning * kShare == S::kBins && kScanning <= kThreads && kShare % 4 == 0);
  const unsigned t = threadIdx.x;
  const int shift = bits > static_cast<int>(S::kBinBits) ? bits - static_cast<int>(S::kBinBits) : 0;
  const auto bin_of = [=](word x) { return (x - base) >> shift; };
  uint4* bins4 = reinterpret_cast<uint4*>(s.bins);

  for (unsigned i = t; i < S::kBins / 4; i += kThreads) bins4[i] = uint4{0, 0, 0, 0};
  if (t == 0) {
    s.bins[S::kBins] = count;
    s.fullest = s.crowded = 0;
  }
  if (t < 16) s.keys[count + t] = 0xffffffffu;
  __syncthreads();
  packed_places<kItems> rank;
  if (crowded(bin_of(key[0]))) {
#pragma unroll
    for (int k = 0; k < kItems; ++k)
      rank.set(k, take_place<true>(s.bins, bin_of(key[k]), t + k * kThreads < count));
  } else {
#pragma unroll
    for (int k = 0; k < kItems; ++k)
      rank.set(k, take_place<false>(s.bins, bin_of(key[k]), t + k * kThreads < count));
  }
  __syncthreads();
  word share[kShare], sum = 0, fullest = 0, most = 0, total;
  if (t < kScanning) {
#pragma unroll
    for (unsigned i = 0; i < kShare; i += 4) {
      const uint4 c = bins4[(t * kShare + i) / 4];
      share[i] = c.x, share[i + 1] = c.y, share[i + 2] = c.z, share[i + 3] = c.w;
    }
#pragma unroll
    for (unsigned i = 0; i < kShare; ++i) {
      const word c = share[i];
      most = max(most, c);
      fullest = max(fullest, c <= kMostMerged ? c : 0);
      share[i] = sum;
      sum += c;
    }
    if (fullest > 5) atomicMax(&s.fullest, fullest);  // up to 5, two rounds do
    if (most > kMostMerged) atomicMax(&s.crowded, 1u);
  }
  const word before = block_exclusive<kThreads>(sum, s.sums, total);
  if (t < kScanning) {
#pragma unroll
    for (unsigned i = 0; i < kShare; i += 4)
      bins4[(t * kShare + i) / 4] =
          uint4{before + share[i], before + share[i + 1], before + share[i + 2], before + share[i + 3]};
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kItems; ++k)
    if (t + k * kThreads < count) {
      const word x = kReload ? *reinterpret_cast<const volatile word*>(reload + t + k * kThreads) : key[k];
      s.keys[s.bins[bin_of(x)] + rank.get(k)] = x;
    }
  fullest = s.fullest;
  const bool any_crowded = s.crowded != 0;
  __syncthreads();
  if (shift == 0) return;
  if (any_crowded && __syncthreads_or(!order_crowded_bins(s))) {
    const unsigned first = first_item<S>(count);
#pragma unroll
    for (int k = 0; k < kItems; ++k) key[k] = first + k * 32 < count ? s.keys[first + k * 32] : 0;
    radix_sort_block<S, false>(s, key, key, count, base, bits);
    return;
  }
  // A bin of k keys reaches into at most (k + 6) / 4 runs of 4, and odd-even merging of r runs takes r
  // rounds.
  for (unsigned i = t * 8; i < count; i += kThreads * 8) order_window<true>(&s.keys[i]);
  __syncthreads();
  const unsigned rounds = fullest < 3 ? 2 : (fullest + 6) / 4;
#pragma unroll 1
  for (unsigned round = 1; round < rounds; ++round) {
    for (unsigned i = t * 8 + round % 2 * 4; i < count; i += kThreads * 8) order_window<false>(&s.keys[i]);
    __syncthreads();
  }
}

template <class S>
__device__ __forceinline__ void load_items(word (&item)[S::kItems], const word* in, word count) {
#pragma unroll
  for (int k = 0; k < S::kItems; ++k) {
    const unsigned i = threadIdx.x + k * S::kThreads;
    item[k] = i < count ? in[i] : 0;
  }
}
template <class S>
__device__ __forceinline__ void load_to(word* s_item, const word* in, word count) {
  word item[S::kItems];
  load_items<S>(item, in, count);
#pragma unroll
  for (int k = 0; k < S::kItems; ++k) {
    const unsigned i = threadIdx.x + k * S::kThreads;
    if (i < count) s_item[i] = item[k];
  }
}
template <class S>
__device__ __forceinline__ void store_items(const word* s_item, word* out, word count) {
#pragma unroll
  for (int k = 0; k < S::kItems; ++k) {
    const unsigned i = threadIdx.x + k * S::kThreads;
    if (i < count) out[i] = s_item[i];
  }
}

// in may be out.
template <class S, bool kReload = false>
__device__ __forceinline__ void load_and_sort(local_memory<S>& s, const word* in, word* out, word count,
                                              word base, int bits) {
  word key[S::kItems];
  load_items<S>(key, in, count);
  local_sort<S, kReload>(s, key, in, count, base, bits);
  store_items<S>(s.keys, out, count);
}

__device__ inline int log2_up(word x) { return x <= 1 ? 0 : 32 - __clz(x - 1); }

// A block for each chunk, or group, of buckets: all of them at once if they fit, else as many at a time as
// fit. Buckets too large for that are left to large_kernel and big_kernel; here their counters are zeroed,
// in the array that is free now.
__global__ void __launch_bounds__(small_shape::kThreads, blocks_that_fit(small_shape::kThreads, 5))
    local_kernel(const word* in, word* out, plan p, word* d_free) {
  wait_for_earlier_kernels();
  extern __shared__ __align__(16) word s_words[];
  auto& s = *reinterpret_cast<local_memory<small_shape>*>(s_words);
  constexpr unsigned kThreads = small_shape::kThreads;
  const unsigned b = blockIdx.x;
  const word from = p.chunk != 0 ? p.first[b] : b << p.group;
  const word to = p.chunk != 0 ? p.first[b + 1] : from + (1u << p.group);
  const auto end_of = [&](word bucket) { return p.cursors[bucket]; };
  const word begin = from > 0 ? end_of(from - 1) : 0;
  const word all = from < to ? end_of(to - 1) - begin : 0;
  if (*p.no_split != 0) {  // all keys are in one bucket
    for (unsigned i = b * kThreads + threadIdx.x; i < kBuckets; i += gridDim.x * kThreads) d_free[i] = 0;
    return;
  }
  if (all <= kLocalMost) {
    if (all > 0)
      load_and_sort<small_shape>(s, in + begin, out + begin, all, from << 16, 16 + log2_up(to - from));
    return;
  }
#pragma unroll 1
  for (word bucket = from; bucket < to;) {
    const word start = bucket > 0 ? end_of(bucket - 1) : 0;
    word last = bucket, count = 0;        // buckets [bucket, last) have `count` keys
    for (word most = to; last < most;) {  // search with 32 candidates at a time
      const word step = (most - last + 31) / 32, candidate = last + (lane_id() + 1) * step;
      const word size = candidate <= most ? end_of(candidate - 1) - start : 0xffffffffu;
      const int fit = __popc(__ballot_sync(kAllLanes, size <= kLocalMost));
      if (fit > 0) count = __shfl_sync(kAllLanes, size, fit - 1);
      last += fit * step;
      most = min(most, last + step - 1);
    }
    if (last == bucket) {
      if (end_of(bucket) - start > p.whole)
        for (unsigned i = threadIdx.x; i < kBuckets; i += kThreads) d_free[start + i] = 0;
      ++bucket;
      continue;
    }
    if (count > 0) {
      load_and_sort<small_shape>(s, in + start, out + start, count, bucket << 16,
                                 16 + log2_up(last - bucket));
      __syncthreads();
    }
    bucket = last;
  }
}

// Bucket b is [ends[b - 1], ends[b]) and fits the block.
__global__ void __launch_bounds__(small_shape::kThreads) buckets_kernel(word* keys, const word* ends) {
  extern __shared__ __align__(16) word s_words[];
  const word begin = blockIdx.x > 0 ? ends[blockIdx.x - 1] : 0, count = ends[blockIdx.x] - begin;
  if (count < 2) return;
  load_and_sort<small_shape>(*reinterpret_cast<local_memory<small_shape>*>(s_words), keys + begin,
                             keys + begin, count, keys[begin] & 0xffff0000u, 16);
}

// Buckets that fit no block of local_kernel, but one of shape S.
template <class S>
__global__ void __launch_bounds__(S::kThreads, 1024 / S::kThreads)
    listed_kernel(const word* in, word* out, plan p) {
  wait_for_earlier_kernels();
  extern __shared__ __align__(16) word s_words[];
  auto& s = *reinterpret_cast<local_memory<S>*>(s_words);
  constexpr unsigned kWhich = S::kMost == kMiddleMost ? kMiddle : kLarge;
  const word buckets = p.listed[kWhich];
  for (word i = blockIdx.x; i < buckets; i += gridDim.x) {
    const word bucket = p.list[kWhich][i].bucket, count = p.counts[bucket], start = p.cursors[bucket] - count;
    load_and_sort<S>(s, in + start, out + start, count, bucket << 16, 16);
    __syncthreads();
  }
}

// From those of each thread, for all of them.
template <int kThreads>
__device__ inline void least_and_most_of_block(word& least, word& most) {
  __shared__ word s_least[32], s_most[32];
  const auto over_warp = [&] {
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
      least = min(least, __shfl_xor_sync(kAllLanes, least, distance));
      most = max(most, __shfl_xor_sync(kAllLanes, most, distance));
    }
  };
  over_warp();
  if (lane_id() == 0) s_least[threadIdx.x / 32] = least, s_most[threadIdx.x / 32] = most;
  __syncthreads();
  least = lane_id() < kThreads / 32 ? s_least[lane_id()] : 0xffffffffu;
  most = lane_id() < kThreads / 32 ? s_most[lane_id()] : 0;
  over_warp();
}

// n <= S::kMost: everything in one block and one launch.
template <class S>
__global__ void __launch_bounds__(S::kThreads, 1) one_block_kernel(word* keys, word n) {
  wait_for_earlier_kernels();
  extern __shared__ __align__(16) word s_words[];
  auto& s = *reinterpret_cast<local_memory<S>*>(s_words);
  constexpr unsigned kThreads = S::kThreads, kItems = S::kItems;
  word key[kItems], least = 0xffffffffu, most = 0;
#pragma unroll
  for (unsigned k = 0; k < kItems; ++k) {
    const unsigned i = threadIdx.x + k * kThreads;
    key[k] = i < n ? keys[i] : 0;
    if (i < n) least = min(least, key[k]), most = max(most, key[k]);
  }
  least_and_most_of_block<kThreads>(least, most);
  if (least == most) return;
  local_sort<S>(s, key, nullptr, n, least, 32 - __clz(most - least));
  store_items<S>(s.keys, keys, n);
}

}  // namespace hybrid
