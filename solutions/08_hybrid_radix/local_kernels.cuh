// SPDX-License-Identifier: Apache-2.0
// The kernels in which one block sorts all keys, a bucket, or several buckets, if they fit.
#pragma once
#include "local_sort.cuh"

namespace hybrid {

template <class S, class T>
__device__ __forceinline__ void load_items(T (&item)[S::kItems], const T* in, word count) {
#pragma unroll
  for (int k = 0; k < S::kItems; ++k) {
    const unsigned i = threadIdx.x + k * S::kThreads;
    item[k] = i < count ? in[i] : 0;
  }
}
template <class S, class T>
__device__ __forceinline__ void store_items(T* out, const T (&item)[S::kItems], word count) {
#pragma unroll
  for (int k = 0; k < S::kItems; ++k) {
    const unsigned i = threadIdx.x + k * S::kThreads;
    if (i < count) out[i] = item[k];
  }
}
// Stores the codes in shared memory as keys.
template <class S>
__device__ __forceinline__ void store_keys(typename S::code* out, const local_memory<S>& s, word count,
                                           key_order<typename S::code> order) {
#pragma unroll
  for (int k = 0; k < S::kItems; ++k) {
    const unsigned i = threadIdx.x + k * S::kThreads;
    if (i < count) out[i] = order.decode(s.keys[i]);
  }
}

// Sorts codes and stores them as keys. `in` can equal `out`.
template <class S, bool kReload = false>
__device__ __forceinline__ void load_and_sort(local_memory<S>& s, const typename S::code* in,
                                              typename S::code* out, word count, typename S::code base,
                                              int bits, key_order<typename S::code> order) {
  typename S::code key[S::kItems];
  load_items<S>(key, in, count);
  local_sort<S, false, kReload>(s, key, in, count, base, bits);
  store_keys<S>(out, s, count, order);
}

__device__ inline int log2_up(word x) { return x <= 1 ? 0 : 32 - __clz(static_cast<int>(x - 1)); }

// The number of bits of a bucket's codes below the 16 that they share.
template <class Code>
constexpr int kRestBits = kBitsOf<Code> - 16;
template <class Code>
__device__ inline Code base_of(word bucket) {
  return static_cast<Code>(bucket) << kRestBits<Code>;
}

// One block per chunk, or group, of buckets. The block sorts all of these buckets at once if they fit,
// otherwise as many at a time as fit. Larger buckets are left to listed_kernel and big_kernel; their counters
// are zeroed here, in the array that is free now.
template <class Code>
__global__ void __launch_bounds__(small_shape<Code>::kThreads,
                                  blocks_that_fit(small_shape<Code>::kThreads, sizeof(Code) == 4 ? 5 : 4))
    local_kernel(Code* keys, plan p, word* d_free, key_order<Code> order) {
  using S = small_shape<Code>;
  wait_for_earlier_kernels();
  extern __shared__ __align__(16) word s_words[];
  auto& s = *reinterpret_cast<local_memory<S>*>(s_words);
  constexpr unsigned kThreads = S::kThreads;
  const unsigned b = gridDim.x - 1 - blockIdx.x;  // the keys that the split stored last are in the L2 cache
  const word from = p.chunk != 0 ? p.first[b] : b << p.group;
  const word to = p.chunk != 0 ? p.first[b + 1] : from + (1u << p.group);
  const auto end_of = [&](word bucket) { return p.cursors[bucket]; };
  const word begin = from > 0 ? end_of(from - 1) : 0;
  const word all = from < to ? end_of(to - 1) - begin : 0;
  if (*p.no_split != 0) {
    if (kCountsLarge<Code>)  // all keys are in one bucket
      for (unsigned i = b * kThreads + threadIdx.x; i < kBuckets; i += gridDim.x * kThreads) d_free[i] = 0;
    return;
  }
  if (all <= kLocalMost) {
    if (all > 0)
      load_and_sort<S>(s, keys + begin, keys + begin, all, base_of<Code>(from),
                       kRestBits<Code> + log2_up(to - from), order);
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
      if (kCountsLarge<Code> && end_of(bucket) - start > p.whole)
        for (unsigned i = threadIdx.x; i < kBuckets; i += kThreads) d_free[start + i] = 0;
      ++bucket;
      continue;
    }
    if (count > 0) {
      load_and_sort<S>(s, keys + start, keys + start, count, base_of<Code>(bucket),
                       kRestBits<Code> + log2_up(last - bucket), order);
      __syncthreads();
    }
    bucket = last;
  }
}

// Bucket b is [ends[b - 1], ends[b]) and fits in the block.
template <class Code>
__global__ void __launch_bounds__(small_shape<Code>::kThreads) buckets_kernel(Code* keys, const word* ends) {
  wait_for_earlier_kernels();
  using S = small_shape<Code>;
  extern __shared__ __align__(16) word s_words[];
  const word begin = blockIdx.x > 0 ? ends[blockIdx.x - 1] : 0, count = ends[blockIdx.x] - begin;
  if (count < 2) return;
  load_and_sort<S>(*reinterpret_cast<local_memory<S>*>(s_words), keys + begin, keys + begin, count,
                   base_of<Code>(bucket_of(keys[begin])), kRestBits<Code>, {});
}

// Sorts buckets that don't fit a block of local_kernel, but fit a block of shape S.
template <class S>
__global__ void __launch_bounds__(S::kThreads, 1024 / S::kThreads)
    listed_kernel(typename S::code* keys, plan p, key_order<typename S::code> order) {
  using Code = typename S::code;
  wait_for_earlier_kernels();
  extern __shared__ __align__(16) word s_words[];
  auto& s = *reinterpret_cast<local_memory<S>*>(s_words);
  constexpr unsigned kWhich = S::kMost == kMiddleMost ? kMiddle : kLarge;
  if (!kCountsLarge<Code> && *p.no_split != 0) return;
  const word buckets = p.listed[kWhich];
  for (word i = blockIdx.x; i < buckets; i += gridDim.x) {
    const word bucket = p.list[kWhich][i].bucket, count = p.counts[bucket], start = p.cursors[bucket] - count;
    constexpr bool kReload =
        sizeof(Code) * S::kItems * S::kThreads > 96 * 1024;  // too many bytes for the registers
    load_and_sort<S, kReload>(s, keys + start, keys + start, count, base_of<Code>(bucket), kRestBits<Code>,
                              order);
    __syncthreads();
  }
}

// Combines the threads' values into one for the whole block.
template <int kThreads, class Code>
__device__ inline void least_and_most_of_block(Code& least, Code& most) {
  __shared__ Code s_least[32], s_most[32];
  const auto over_warp = [&] {
    least = least_of_warp(least), most = ~least_of_warp(static_cast<Code>(~most));
  };
  over_warp();
  if (lane_id() == 0) s_least[threadIdx.x / 32] = least, s_most[threadIdx.x / 32] = most;
  __syncthreads();
  least = lane_id() < kThreads / 32 ? s_least[lane_id()] : ~Code{0};
  most = lane_id() < kThreads / 32 ? s_most[lane_id()] : 0;
  over_warp();
}
// Loads the codes of the n keys of `in`, and finds the block's least and greatest code.
template <class S, class Code>
__device__ __forceinline__ void load_codes(Code (&key)[S::kItems], const Code* in, word n,
                                           key_order<Code> order, Code& least, Code& most) {
  least = ~Code{0}, most = 0;
#pragma unroll
  for (int k = 0; k < S::kItems; ++k) {
    const unsigned i = threadIdx.x + k * S::kThreads;
    key[k] = i < n ? order.encode(in[i]) : 0;
    if (i < n) least = least_of(least, key[k]), most = most_of(most, key[k]);
  }
  least_and_most_of_block<S::kThreads>(least, most);
}

// Sorts n <= S::kMost keys in one block and one launch. `in` can equal `out`.
template <class S>
__global__ void __launch_bounds__(S::kThreads, 1)
    one_block_kernel(const typename S::code* in, typename S::code* out, word n,
                     key_order<typename S::code> order) {
  using Code = typename S::code;
  wait_for_earlier_kernels();
  extern __shared__ __align__(16) word s_words[];
  auto& s = *reinterpret_cast<local_memory<S>*>(s_words);
  Code key[S::kItems], least, most;
  load_codes<S>(key, in, n, order, least, most);
  if (least == most && in == out) return;
  local_sort<S, true>(s, key, nullptr, n, least, width_of(most - least));
  store_keys<S>(out, s, n, order);
}

}  // namespace hybrid
