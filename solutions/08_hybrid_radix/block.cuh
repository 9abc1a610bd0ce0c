// SPDX-License-Identifier: Apache-2.0
// Code that the hybrid radix sort's kernels share, in addition to the scans of lab/collectives.h.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cuda/atomic>

#include "key_order.cuh"
#include "lab/collectives.h"

namespace hybrid {

using lab::block_exclusive_scan;
using lab::kAllLanes;
using lab::lane_id;
using lab::lanes_below;
using lab::warp_inclusive_scan;
using word = std::uint32_t;

// A word that several blocks use concurrently.
using shared_word = cuda::atomic_ref<word, cuda::thread_scope_device>;

constexpr unsigned kBins = 256;       // bins of one split
constexpr unsigned kBuckets = 65536;  // values of the top 16 bits: the buckets after both splits

// These functions are for unsigned 32-bit and 64-bit numbers.
template <class T>
__device__ __forceinline__ T least_of(T a, T b) {
  return b < a ? b : a;
}
template <class T>
__device__ __forceinline__ T most_of(T a, T b) {
  return a < b ? b : a;
}
template <class T>
__device__ inline T least_of_warp(T x) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    x = least_of(x, __shfl_xor_sync(kAllLanes, x, distance));
  return x;
}
// The number of bits up to the highest set bit.
__device__ inline int width_of(std::uint32_t x) { return 32 - __clz(static_cast<int>(x)); }
__device__ inline int width_of(std::uint64_t x) { return 64 - __clzll(static_cast<long long>(x)); }

// The number of keys in 16 bytes.
template <class Code>
constexpr unsigned kOfVector = sizeof(uint4) / sizeof(Code);
__device__ inline void unpack(uint4 v, std::uint32_t (&key)[4]) {
  key[0] = v.x, key[1] = v.y, key[2] = v.z, key[3] = v.w;
}
__device__ inline void unpack(uint4 v, std::uint64_t (&key)[2]) {
  key[0] = v.x | std::uint64_t{v.y} << 32, key[1] = v.z | std::uint64_t{v.w} << 32;
}
__device__ inline uint4 pack(const std::uint32_t* key) { return {key[0], key[1], key[2], key[3]}; }
__device__ inline uint4 pack(const std::uint64_t* key) {
  return {static_cast<word>(key[0]), static_cast<word>(key[0] >> 32), static_cast<word>(key[1]),
          static_cast<word>(key[1] >> 32)};
}

// As lab::warp_match, for bins of kBits bits, but faster. PTX takes four instructions per bit, which makes
// the whole sort of pairs 4 to 9 % faster than C++.
template <int kBits>
__device__ __forceinline__ unsigned lanes_with(unsigned bin) {
  unsigned peers = kAllLanes;
#pragma unroll
  for (int b = 0; b < kBits; ++b) {
#ifdef __SIMCU__
    const bool on = (bin >> b) & 1;
    const unsigned with_bit = __ballot_sync(kAllLanes, on), ballot = on ? with_bit : ~with_bit;
#else
    unsigned ballot;
    asm volatile(
        "{\n"
        "  .reg .pred on;\n"
        "  .reg .b32 bit;\n"
        "  and.b32 bit, %1, %2;\n"
        "  setp.ne.u32 on, bit, 0;\n"
        "  vote.ballot.sync.b32 %0, on, 0xffffffff;\n"
        "  @!on not.b32 %0, %0;\n"
        "}"
        : "=r"(ballot)
        : "r"(bin), "r"(1u << b));
#endif
    peers &= ballot;
  }
  return peers;
}

// All lanes of a warp call it, each with its bin's counter and its peers, the lanes with the same bin.
// Returns the stable rank of the lane's key: the counter plus the number of lower peers. Then it adds the
// peers.
template <class Count>
__device__ __forceinline__ word take_rank(Count& s_count, unsigned peers) {
  const word old = s_count, below = __popc(peers & lanes_below());
  __syncwarp();
  if (below == 0) s_count = static_cast<Count>(old + __popc(peers));
  __syncwarp();
  return old + below;
}

// The lanes that have lane 0's bin. A warp's atomics on one address are serialized if their results are used,
// so if many lanes have the same bin, one of them adds for all.
__device__ inline unsigned lanes_with_first(unsigned bin) {
  return __ballot_sync(kAllLanes, bin == __shfl_sync(kAllLanes, bin, 0));
}
// Whether it pays to check each row for equal bins, judged by one of the warp's rows. The check costs 4
// instructions per row, or 0.05 ms per pass over 2^28 keys.
__device__ inline bool crowded(unsigned bin) { return __popc(lanes_with_first(bin)) >= 8; }

// Takes a place in its bin for each key of a row of the warp. All lanes call it together. Each lane that is
// `on` adds 1 to s_count[bin] and gets the previous value, which differs for each lane of a bin.
template <bool kCrowded>
__device__ inline word take_place(word* s_count, unsigned bin, bool on = true) {
  if (!kCrowded) return on ? atomicAdd(&s_count[bin], 1u) : 0;
  const unsigned peers = lanes_with_first(on ? bin : 0xffffffffu);
  const bool with_first = (peers >> lane_id()) & 1;
  word place = 0;
  if (on && (!with_first || lane_id() == 0))
    place = atomicAdd(&s_count[bin], with_first ? static_cast<word>(__popc(peers)) : 1u);
  const word first = __shfl_sync(kAllLanes, place, 0);
  return with_first ? first + __popc(peers & lanes_below()) : place;
}

// Places within a tile fit into 16 bits, so a register holds two.
template <int kItems>
struct packed_places {
  word two[(kItems + 1) / 2];
  __device__ void set(int k, word place) {
    two[k / 2] = k % 2 == 0 ? place : two[k / 2] | place << 16;  // set an even k before k + 1
  }
  __device__ void change(int k, word place) {
    two[k / 2] = k % 2 == 0 ? (two[k / 2] & 0xffff0000u) | place : (two[k / 2] & 0xffff) | place << 16;
  }
  __device__ word get(int k) const { return k % 2 == 0 ? two[k / 2] & 0xffff : two[k / 2] >> 16; }
};

}  // namespace hybrid
