// SPDX-License-Identifier: Apache-2.0
// A block sorts what fits into its shared memory. One unstable split makes bins of about two keys. Then
// networks merge runs of 4 until the fullest bin is sorted. A crowded bin usually has few distinct keys,
// which a warp counts. If it has many, the networks take more rounds. If that would be too many rounds, the
// block uses a stable radix sort by 8 bits per pass.
#pragma once
#include "plan.cuh"

namespace hybrid {

// Code: the type that is sorted.
template <class Code, int threads, int items, int bin_bits>
struct shape {
  using code = Code;
  static constexpr int kThreads = threads, kItems = items;
  static constexpr unsigned kMost = threads * items, kBinBits = bin_bits, kBins = 1u << bin_bits;
};
// The comments give the blocks per multiprocessor, for 32-bit and for 64-bit codes.
template <class Code>
using small_shape = shape<Code, 256, 18, 11>;  // 5, 4
template <class Code>
using middle_shape = shape<Code, 512, 18, 12>;  // 2, 2
template <class Code>
using large_shape = shape<Code, 1024, 18, 12>;  // 1, 1
// For pairs in buckets so small that eight of them don't fill a block of small_shape.
template <class Code>
using half_shape = shape<Code, 256, 9, 10>;  // 5, 4
// For one block that sorts all keys: more threads mean less latency. large_shape is for more keys.
template <class Code>
using alone_shape = shape<Code, 512, 9, 11>;
template <class Code>
using alone_more_shape = shape<Code, 1024, 9, 12>;
static_assert(small_shape<word>::kMost == kLocalMost && alone_shape<word>::kMost == kLocalMost);
static_assert(middle_shape<word>::kMost == kMiddleMost && large_shape<word>::kMost == kLargeMost);

constexpr unsigned kMostMerged = 21;   // a bin with more keys is crowded
constexpr unsigned kMostDistinct = 8;  // a crowded bin with more distinct keys isn't counted
// The number of network rounds that take as long as one pass of the radix sort.
template <class Code>
constexpr unsigned kRoundsOfPass = sizeof(Code) == 4 ? 16 : 8;

template <class S>
struct local_memory {
  typename S::code keys[S::kMost + 16];  // networks read past the last key
  word bins[S::kBins + 4];
  word sums[32];
  word fullest, crowded, left;  // size of the largest bin: not crowded; crowded; crowded, not yet in order
};

template <class Code>
__device__ __forceinline__ void exchange(Code& a, Code& b) {
  const Code less = least_of(a, b);
  b = most_of(a, b);
  a = less;
}
// Merges two sorted runs of 4, with 9 comparators.
template <class Code>
__device__ __forceinline__ void merge8(Code (&k)[8]) {
  exchange(k[0], k[4]), exchange(k[1], k[5]), exchange(k[2], k[6]), exchange(k[3], k[7]);
  exchange(k[2], k[4]), exchange(k[3], k[5]);
  exchange(k[1], k[2]), exchange(k[3], k[4]), exchange(k[5], k[6]);
}
template <class Code>
__device__ __forceinline__ void sort8(Code (&k)[8]) {
#pragma unroll
  for (int i = 0; i < 8; i += 4) {
    exchange(k[i], k[i + 1]), exchange(k[i + 2], k[i + 3]);
    exchange(k[i], k[i + 2]), exchange(k[i + 1], k[i + 3]);
    exchange(k[i + 1], k[i + 2]);
  }
  merge8(k);
}
// at: 8 codes in shared memory, 16-byte aligned. Eight lanes access the banks at a time, at windows 32 bytes
// apart. If all lanes took their first half first, there would be two-way conflicts. So half of the lanes
// take their second half first; to the networks, the halves are alike. Windows of 64-bit codes are 64 bytes
// apart and still have two-way conflicts.
template <bool kSort, class Code>
__device__ __forceinline__ void order_window(Code* at) {
  constexpr unsigned kOf = kOfVector<Code>, kLoads = 4 / kOf;  // loads per half
  uint4* vectors = reinterpret_cast<uint4*>(at);
  const bool second_first = threadIdx.x / kOf % 2 != 0;
  const unsigned a = second_first ? kLoads : 0, b = kLoads - a;
  Code k[8];
#pragma unroll
  for (unsigned i = 0; i < kLoads; ++i) {
    Code one[kOf], other[kOf];
    unpack(vectors[a + i], one);
    unpack(vectors[b + i], other);
#pragma unroll
    for (unsigned j = 0; j < kOf; ++j) k[i * kOf + j] = one[j], k[4 + i * kOf + j] = other[j];
  }
  if (kSort)
    sort8(k);
  else
    merge8(k);
#pragma unroll
  for (unsigned i = 0; i < kLoads; ++i) {
    const uint4 low = pack(&k[i * kOf]), high = pack(&k[4 + i * kOf]);
    vectors[a + i] = second_first ? high : low;
    vectors[b + i] = second_first ? low : high;
  }
}

// Sorts `count` codes by bits `from` to bits - 1, stably and for any distribution: LSD by 8 bits, with ranks
// by warp match. All codes are in base + [0, 2^bits), and in s.keys before and after. In between, they are in
// registers, in rows of 32 neighbours. Each warp has the same number of rows, and row k of a thread is code
// first + 32 k. The function is compiled in place, because a call, even one that is never made, costs
// local_kernel a tenth of its time.
template <class S>
__device__ __forceinline__ void radix_sort_block(local_memory<S>& s, word count, typename S::code base,
                                                 int from, int bits) {
  using Code = typename S::code;
  Code key[S::kItems];
  constexpr int kThreads = S::kThreads, kItems = S::kItems, kWarps = kThreads / 32;
  static_assert(kThreads >= 256 && kWarps * 128 <= S::kBins, "a thread for each bin; room for the counters");
  unsigned short *counts = reinterpret_cast<unsigned short*>(s.bins),  // [warp][bin]
      *mine = counts + threadIdx.x / 32 * 256;
  const int items = static_cast<int>((count + kThreads - 1) / kThreads);
  const unsigned first = threadIdx.x / 32 * 32 * items + lane_id();
#pragma unroll
  for (int k = 0; k < kItems; ++k) key[k] = first + k * 32 < count ? s.keys[first + k * 32] : 0;
  for (int shift = from; shift < bits; shift += 8) {
    const auto bin_of = [=](Code x, int k) {  // missing codes come last, and stay there
      return first + k * 32 < count ? static_cast<unsigned>((x - base) >> shift) & 255 : 255;
    };
    __syncthreads();
    for (unsigned i = threadIdx.x; i < kWarps * 128; i += kThreads) s.bins[i] = 0;
    __syncthreads();
    packed_places<kItems> place;
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      if (k >= items) continue;
      const unsigned bin = bin_of(key[k], k);
      place.set(k, take_rank(mine[bin], lanes_with<8>(bin)));
    }
    __syncthreads();
    const bool has_bin = threadIdx.x < 256;
    word own = 0, total;
    if (has_bin)
      for (int w = 0; w < kWarps; ++w) own += counts[w * 256 + threadIdx.x];
    word before = block_exclusive_scan(own, s.sums, kThreads / 32, total);
    for (int w = 0; has_bin && w < kWarps; w += 8) {  // 8 loads are in flight at a time
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
      if (k >= items) continue;
      s.keys[mine[bin_of(key[k], k)] + place.get(k)] = key[k];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kItems; ++k)
      if (k < items) key[k] = s.keys[first + k * 32];
  }
}

// One warp sorts keys[0, size) in shared memory, size > 0: it counts how often each distinct key occurs, and
// writes the keys in order. It returns false and writes nothing if there are more than kMostDistinct distinct
// keys, or if it would read more than `steps` rows. It usually finds out early if there are many distinct
// keys: then, in the first row, no key equals one of the next four.
template <class Code>
__device__ inline bool count_distinct(Code* keys, word size, word steps) {
  const Code mine = keys[min(lane_id(), size - 1)];
  const unsigned row = min(size, 32u);
  bool met = false;
#pragma unroll
  for (unsigned next = 1; next <= 4; ++next) {
    const Code other = __shfl_down_sync(kAllLanes, mine, next);
    met |= lane_id() + next < row && mine == other;
  }
  if (__ballot_sync(kAllLanes, met) == 0) return false;
  const word rows = (size + 31) / 32;
  Code least = ~Code{0}, most = 0;
#pragma unroll 8
  for (word i = lane_id(); i < size; i += 32) {
    least = least_of(least, keys[i]);
    most = most_of(most, keys[i]);
  }
  least = least_of_warp(least), most = ~least_of_warp(static_cast<Code>(~most));
  if (least == most) return true;
  Code now = least, my_key = 0;
  word counted = 0, my_end = 0;  // lane d: distinct key d, and where it ends
  unsigned distinct = 0;
  for (; counted < size; ++distinct) {
    if (distinct == kMostDistinct || (distinct + 1) * rows > steps) return false;
    Code next = most;
    word copies = 0;
    if (now == most) {
      copies = size - counted;
    } else {
#pragma unroll 8
      for (word i = lane_id(); i < rows * 32; i += 32) {
        const Code x = i < size ? keys[i] : most;
        copies += __popc(__ballot_sync(kAllLanes, x == now));
        if (x > now) next = least_of(next, x);
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
    const Code key = __shfl_sync(kAllLanes, my_key, d);
    const word end = __shfl_sync(kAllLanes, my_end, d);
    for (word i = begin + lane_id(); i < end; i += 32) keys[i] = key;
    begin = end;
  }
  return true;
}

// Each warp takes bins that are far apart, because crowded bins are often neighbours. s.left becomes the size
// of the largest bin that has too many distinct keys.
template <class S>
__device__ inline void order_crowded_bins(local_memory<S>& s) {
  constexpr unsigned kOwn = S::kBins / 32;
  for (unsigned row = threadIdx.x / 32; row < kOwn; row += S::kThreads / 32) {
    const unsigned bin = lane_id() * kOwn + (row ^ lane_id());
    const word begin = s.bins[bin], size = s.bins[bin + 1] - begin;
    for (unsigned left = __ballot_sync(kAllLanes, size > kMostMerged); left != 0; left &= left - 1) {
      const int lane = __ffs(left) - 1;
      const word crowd = __shfl_sync(kAllLanes, size, lane);
      if (!count_distinct(&s.keys[__shfl_sync(kAllLanes, begin, lane)], crowd, S::kMost / 8) &&
          lane_id() == 0)
        atomicMax(&s.left, crowd);
    }
  }
}

// Bins of equal width for codes in base + [0, 2^bits). exact: each bin has copies of one code only.
template <class S>
struct bit_bins {
  typename S::code base;
  int shift;
  __device__ bit_bins(typename S::code least, int bits)
      : base(least), shift(bits > static_cast<int>(S::kBinBits) ? bits - static_cast<int>(S::kBinBits) : 0) {}
  __device__ unsigned operator()(typename S::code x) const {
    return static_cast<unsigned>((x - base) >> shift);
  }
  __device__ bool exact() const { return shift == 0; }
  // How far into its bin a code is, in units of 2^-32.
  __device__ word fraction(typename S::code x) const {
    const typename S::code rest = (x - base) & ((typename S::code{1} << shift) - 1);
    return static_cast<word>(shift > 32 ? rest >> (shift - 32) : rest << (32 - shift));
  }
};

// Splits count <= S::kMost codes by their bins, and ends with a barrier. Afterwards s.keys has them bin by
// bin, and s.bins has the places where the bins begin. The function also sets s.fullest and s.crowded.
// bin_of(k, code): the bin of item k, below S::kBins; a larger code never has a lower bin. For key, kReload
// and reload, see local_sort.
template <class S, bool kReload, class Bin>
__device__ __forceinline__ void split_block(local_memory<S>& s, const typename S::code (&key)[S::kItems],
                                            word count, Bin bin_of, const typename S::code* reload) {
  using Code = typename S::code;
  constexpr int kThreads = S::kThreads, kItems = S::kItems;
  constexpr unsigned kShare = S::kBins / kThreads < 4 ? 4 : S::kBins / kThreads;  // counters per thread
  constexpr unsigned kScanning = S::kBins / kShare;
  static_assert(kScanning * kShare == S::kBins && kScanning <= kThreads && kShare % 4 == 0);
  const unsigned t = threadIdx.x;
  uint4* bins4 = reinterpret_cast<uint4*>(s.bins);

  for (unsigned i = t; i < S::kBins / 4; i += kThreads) bins4[i] = uint4{0, 0, 0, 0};
  if (t == 0) {
    s.bins[S::kBins] = count;
    s.fullest = s.crowded = s.left = 0;
  }
  if (t < 16) s.keys[count + t] = ~Code{0};
  __syncthreads();
  packed_places<kItems> rank;
  if (crowded(bin_of(0, key[0]))) {
#pragma unroll
    for (int k = 0; k < kItems; ++k)
      rank.set(k, take_place<true>(s.bins, bin_of(k, key[k]), t + k * kThreads < count));
  } else {
#pragma unroll
    for (int k = 0; k < kItems; ++k)
      rank.set(k, take_place<false>(s.bins, bin_of(k, key[k]), t + k * kThreads < count));
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
    if (fullest > 5) atomicMax(&s.fullest, fullest);  // for up to 5 keys, two rounds are enough
    if (most > kMostMerged) atomicMax(&s.crowded, most);
  }
  const word before = block_exclusive_scan(sum, s.sums, kThreads / 32, total);
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
      const Code x = kReload ? *reinterpret_cast<const volatile Code*>(reload + t + k * kThreads) : key[k];
      s.keys[s.bins[bin_of(k, x)] + rank.get(k)] = x;
    }
  __syncthreads();
}

// Estimates a code's place from the first split: where its bin begins, and how far into the bin its value is.
// If two of three samples have the same key, most codes of the bin probably do. Then the original places of
// these codes give the distance, and other keys go to the bin's ends. per_place: 2^32 / count.
template <class S, int kPlaceBits>
__device__ __forceinline__ word expected_place(const local_memory<S>& s, typename S::code x, word per_place,
                                               const bit_bins<S>& bins) {
  const unsigned bin = bins(x);
  const word begin = s.bins[bin], size = s.bins[bin + 1] - begin;
  if (size < 4) return begin;
  const auto key_at = [&](word i) { return s.keys[i] >> kPlaceBits; };
  const auto key = x >> kPlaceBits, a = key_at(begin), b = key_at(begin + size / 2),
             c = key_at(begin + size - 1), usual = a == c ? a : b;
  if (a != b && b != c && a != c) return begin + __umulhi(bins.fraction(x), size);
  if (key != usual) return key < usual ? begin : begin + size - 1;
  return begin + 1 + __umulhi(static_cast<word>(x) % (1u << kPlaceBits) * per_place, size - 2);
}

// Sorts count <= S::kMost codes into s.keys, and ends with a barrier. All codes are in base + [0, 2^bits).
// `key`: item k of thread t is code t + k * threads.
// `kRefines`: if a bin is crowded, all codes are split again, into bins that follow their distribution.
// `kReload`: codes are loaded a second time, from `reload`, instead of being kept in registers.
// `kPlaceBits`: if it is not 0, that many low bits of code i are i, and base is 0.
template <class S, bool kRefines, bool kReload = false, int kPlaceBits = 0>
__device__ __forceinline__ void local_sort(local_memory<S>& s, typename S::code (&key)[S::kItems],
                                           const typename S::code* reload, word count, typename S::code base,
                                           int bits) {
  using Code = typename S::code;
  constexpr int kThreads = S::kThreads, kItems = S::kItems;
  const unsigned t = threadIdx.x;
  const bit_bins<S> bins(base, bits);
  split_block<S, kReload>(
      s, key, count, [=](int, Code x) { return bins(x); }, reload);
  if (bins.exact()) return;
  word fullest = s.fullest, left = s.crowded;  // left: keys of the largest crowded bin not yet in order
#pragma unroll 1
  for (bool refined = false; left > 0; refined = true) {
    if (kPlaceBits == 0) {
      order_crowded_bins(s);
      __syncthreads();
      left = s.left;
    }
    if (!kRefines || refined || left == 0) break;
    packed_places<kItems> bin;
    const word scale = (S::kBins << 16) / count;  // bins per place, with 16 fractional bits
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      const bool on = t + k * kThreads < count;
      key[k] = on ? s.keys[t + k * kThreads] : 0;
      bin.set(k, on ? expected_place<S, kPlaceBits>(s, key[k], 0xffffffffu / count, bins) * scale >> 16 : 0);
    }
    __syncthreads();
    split_block<S, false>(
        s, key, count, [&](int k, Code) { return bin.get(k); }, nullptr);
    fullest = s.fullest, left = s.crowded;
  }
  fullest = max(fullest, left);
  // A bin of k keys reaches into at most (k + 6) / 4 runs of 4, and odd-even merging of r runs takes r
  // rounds.
  const unsigned rounds = fullest < 3 ? 2 : (fullest + 6) / 4;
  if (left > 0 && rounds > kRoundsOfPass<Code> * static_cast<unsigned>((bits - kPlaceBits + 7) / 8)) {
    if (kPlaceBits > 0) {  // all codes differ; they return to their places, so the places need no sorting
#pragma unroll
      for (int k = 0; k < kItems; ++k) key[k] = t + k * kThreads < count ? s.keys[t + k * kThreads] : 0;
      __syncthreads();
#pragma unroll
      for (int k = 0; k < kItems; ++k)
        if (t + k * kThreads < count) s.keys[key[k] % (Code{1} << kPlaceBits)] = key[k];
      __syncthreads();
    }
    radix_sort_block<S>(s, count, base, kPlaceBits, bits);
    return;
  }
  for (unsigned i = t * 8; i < count; i += kThreads * 8) order_window<true>(&s.keys[i]);
  __syncthreads();
#pragma unroll 1
  for (unsigned round = 1; round < rounds; ++round) {
    for (unsigned i = t * 8 + round % 2 * 4; i < count; i += kThreads * 8) order_window<false>(&s.keys[i]);
    __syncthreads();
  }
}

}  // namespace hybrid
