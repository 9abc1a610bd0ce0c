// SPDX-License-Identifier: Apache-2.0
// Lab 05: radix sort that sorts its tiles first, Level 2. Task: README.md. Contracts: level2_local_sort.h.
#include <cuda_runtime.h>

#include <utility>

#include "lab/collectives.h"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/device_scan.h"
#include "lab/shared_memory.h"
#include "lab/todo.h"
#include "level2_local_sort.h"

namespace level2_local_sort {

// BEGIN YOUR CODE (exercise 1)
constexpr unsigned kMostThreads = 1024, kMostBins = 1u << lab::kMaxBits;
// Bytes of shared memory in the kernels that hold a tile. They declare at most kDeclared bytes, for sums and
// for the ends of bins. A launch can add kPlainShared bytes without raising the kernel's limit.
constexpr std::size_t kDeclared = 32 * sizeof(std::uint32_t) + 2 * kMostBins * sizeof(unsigned short),
                      kPlainShared = 48 * 1024 - kDeclared;

// The keys of one block: [begin, begin + count).
struct span {
  std::size_t begin;
  unsigned count;
};
__device__ inline span tile_of_block(std::size_t n, tiling t) {
  const std::size_t begin = std::size_t{blockIdx.x} * t.tile;
  return {begin, n - begin < t.tile ? static_cast<unsigned>(n - begin) : t.tile};
}

unsigned grid_of(std::size_t n, tiling t) { return static_cast<unsigned>(t.tiles(n)); }

// Keys and their values. `values` is null if there are none.
struct pairs {
  std::uint32_t *keys, *values;
};

// ---- One split of a tile by one bit, by a block that holds the tile in its registers ----

// [lab05-padding]
// A tile in shared memory. One word in every 33 is left unused. Thread t reads the words from t * kItems on,
// so without the gaps, the threads of a warp would have bank conflicts.
__device__ std::uint32_t& at(std::uint32_t* s_tile, unsigned i) { return s_tile[i + i / 32]; }
constexpr std::size_t padded(std::size_t words) { return words + words / 32 + 1; }
// [lab05-padding]

// [lab05-registers]
// Places beyond the tile's `count` get keys with all bits set. Every split leaves these keys after all
// others, so they neither move nor count as zeros.
template <unsigned kItems>
__device__ void load_tile(const std::uint32_t* d_from, span mine, std::uint32_t* s_tile) {
  for (unsigned i = threadIdx.x; i < kItems * blockDim.x; i += blockDim.x)
    at(s_tile, i) = i < mine.count ? d_from[mine.begin + i] : 0xffffffff;
}

// Thread t holds kItems consecutive elements of the tile, from t * kItems. There must be a barrier between a
// write and a read.
template <unsigned kItems>
struct registers {
  std::uint32_t words[kItems];

  __device__ void read(std::uint32_t* s_tile) {
#pragma unroll
    for (unsigned k = 0; k < kItems; ++k) words[k] = at(s_tile, threadIdx.x * kItems + k);
  }
  __device__ void write(std::uint32_t* s_tile, const unsigned short (&ranks)[kItems]) const {
#pragma unroll
    for (unsigned k = 0; k < kItems; ++k) at(s_tile, ranks[k]) = words[k];
  }
};
// [lab05-registers]

// [lab05-split]
// Splits the tile by one bit: the source's `numZeros` and `rank`, for kItems keys per thread. Afterwards, the
// keys are both in s_tile and in registers. The values, if there are any, are only in registers.
template <unsigned kItems, bool kPairs>
__device__ void split(registers<kItems>& keys, registers<kItems>& values, int bit, std::uint32_t* s_tile,
                      std::uint32_t* s_sums) {
  unsigned own = 0, zeros = 0;
#pragma unroll
  for (unsigned k = 0; k < kItems; ++k) own += ~(keys.words[k] >> bit) & 1;
  unsigned zeros_before = lab::block_exclusive_scan(own, s_sums, blockDim.x / 32, zeros);
  unsigned short ranks[kItems];
#pragma unroll
  for (unsigned k = 0; k < kItems; ++k) {
    const bool one = keys.words[k] >> bit & 1;
    const unsigned ones_before = threadIdx.x * kItems + k - zeros_before;
    ranks[k] = static_cast<unsigned short>(one ? zeros + ones_before : zeros_before);
    zeros_before += !one;
  }
  if (kPairs) {
    values.write(s_tile, ranks);
    __syncthreads();
    values.read(s_tile);
    __syncthreads();
  }
  keys.write(s_tile, ranks);
  __syncthreads();
  keys.read(s_tile);
}
// [lab05-split]

template <unsigned kItems, bool kPairs>
__global__ void __launch_bounds__(kMostThreads)
    sort_tiles_kernel(pairs in, pairs out, std::size_t n, digit d, tiling t, std::uint32_t* d_histogram);

// held_of() rounds the items per thread up to a number for which there is a kernel.
unsigned items_of(tiling t) { return (t.tile + t.block_size - 1) / t.block_size; }
unsigned held_of(tiling t) { return items_of(t) <= 1 ? 1 : items_of(t) <= 4 ? 4 : items_of(t) <= 8 ? 8 : 16; }

// [lab05-fitting]
// The requested tiling, if a block of this device can have enough shared memory for it. Otherwise, the fewest
// threads that can hold the tile with 16 items each, which fits on every card.
template <class Bytes>
tiling fitting(tiling t, Bytes bytes_of) {
  const std::size_t bytes = bytes_of(t.block_size, held_of(t));
  if (bytes <= kPlainShared || bytes + kDeclared <= lab::shared_of_block()) return t;
  constexpr unsigned kOfWarp = 32 * lab::kMaxItems;
  return {(t.tile + kOfWarp - 1) / kOfWarp * 32, t.tile};
}
// [lab05-fitting]

constexpr std::size_t sorting_bytes(unsigned threads, unsigned held) {
  return padded(std::size_t{held} * threads) * sizeof(std::uint32_t);
}
static_assert(sorting_bytes(lab::kMaxTile / lab::kMaxItems, lab::kMaxItems) <= kPlainShared);

// [lab05-launch]
// Calls the kernel with the fewest items per thread that can hold a tile.
template <bool kPairs>
void sort_tiles_of(pairs in, pairs out, std::size_t n, digit d, tiling t, std::uint32_t* d_histogram) {
  t = fitting(t, sorting_bytes);
  const unsigned items = items_of(t);
  const auto launch = [&](auto* kernel, unsigned held) {
    const std::size_t bytes = sorting_bytes(t.block_size, held);
    if (bytes > kPlainShared) lab::allow_shared(kernel, bytes);
    kernel<<<grid_of(n, t), t.block_size, bytes>>>(in, out, n, d, t, d_histogram);
    CUDA_CHECK_LAUNCH("sort_tiles_kernel");
  };
  if (items <= 1) return launch(sort_tiles_kernel<1, kPairs>, 1);
  if (items <= 4) return launch(sort_tiles_kernel<4, kPairs>, 4);
  if (items <= 8) return launch(sort_tiles_kernel<8, kPairs>, 8);
  launch(sort_tiles_kernel<16, kPairs>, 16);
}
// [lab05-launch]

lab::status split_tiles(const std::uint32_t* d_keys, std::size_t n, int shift, tiling t,
                        std::uint32_t* d_out) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_out", d_out}};
  if (lab::status bad = lab::check_tiles(n, {shift, 1}, t, arrays); !bad.ok() || n == 0) return bad;
  sort_tiles_of<false>({const_cast<std::uint32_t*>(d_keys), nullptr}, {d_out, nullptr}, n, {shift, 1}, t,
                       nullptr);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
// [lab05-count-bins]
// s_tile is sorted by the digit, so a bin begins where the digit changes.
__device__ void count_bins(std::uint32_t* s_tile, unsigned count, digit d, std::uint32_t* d_histogram) {
  __shared__ unsigned short s_begin[kMostBins], s_end[kMostBins];
  for (unsigned bin = threadIdx.x; bin < d.bins(); bin += blockDim.x) s_begin[bin] = s_end[bin] = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) {
    const unsigned bin = d.of(at(s_tile, i)), next = i + 1 < count ? d.of(at(s_tile, i + 1)) : kMostBins;
    if (bin == next) continue;
    s_end[bin] = static_cast<unsigned short>(i + 1);
    if (next < kMostBins) s_begin[next] = static_cast<unsigned short>(i + 1);
  }
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < d.bins(); bin += blockDim.x)
    d_histogram[std::size_t{bin} * gridDim.x + blockIdx.x] = s_end[bin] - s_begin[bin];
}
// [lab05-count-bins]

// [lab05-sort-tiles]
// Makes all passes over the bits of the digit within the block.
template <unsigned kItems, bool kPairs>
__global__ void __launch_bounds__(kMostThreads)
    sort_tiles_kernel(pairs in, pairs out, std::size_t n, digit d, tiling t, std::uint32_t* d_histogram) {
  extern __shared__ std::uint32_t s_tile[];
  __shared__ std::uint32_t s_sums[32];
  const span mine = tile_of_block(n, t);
  registers<kItems> keys, values;
  if (kPairs) {
    load_tile<kItems>(in.values, mine, s_tile);
    __syncthreads();
    values.read(s_tile);
    __syncthreads();
  }
  load_tile<kItems>(in.keys, mine, s_tile);
  __syncthreads();
  keys.read(s_tile);
  for (int bit = d.shift; bit < d.shift + d.bits && bit < lab::kKeyBits; ++bit)
    split<kItems, kPairs>(keys, values, bit, s_tile, s_sums);
  for (unsigned i = threadIdx.x; i < mine.count; i += blockDim.x) out.keys[mine.begin + i] = at(s_tile, i);
  if (d_histogram != nullptr) count_bins(s_tile, mine.count, d, d_histogram);
  if (!kPairs) return;
  __syncthreads();
#pragma unroll
  for (unsigned k = 0; k < kItems; ++k) at(s_tile, threadIdx.x * kItems + k) = values.words[k];
  __syncthreads();
  for (unsigned i = threadIdx.x; i < mine.count; i += blockDim.x) out.values[mine.begin + i] = at(s_tile, i);
}
// [lab05-sort-tiles]

lab::status sort_tiles(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t, std::uint32_t* d_out,
                       std::uint32_t* d_histogram) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_out", d_out},
                       lab::named_array{"d_histogram", d_histogram}};
  if (lab::status bad = lab::check_tiles(n, d, t, arrays); !bad.ok() || n == 0) return bad;
  sort_tiles_of<false>({const_cast<std::uint32_t*>(d_keys), nullptr}, {d_out, nullptr}, n, d, t, d_histogram);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 3)
// [lab05-scan-bins]
// One block per tile; each thread handles one bin or several.
__global__ void scan_bins_kernel(const std::uint32_t* d_histogram, unsigned bins, std::uint32_t* d_local) {
  __shared__ std::uint32_t s_sums[2][32];
  std::uint32_t before = 0;
  for (unsigned first = 0, turn = 0; first < bins; first += blockDim.x, turn ^= 1) {
    const unsigned bin = first + threadIdx.x;
    const std::size_t counter = std::size_t{bin} * gridDim.x + blockIdx.x;
    std::uint32_t total = 0;
    const std::uint32_t count = bin < bins ? d_histogram[counter] : 0;
    const std::uint32_t sum = lab::block_exclusive_scan(count, s_sums[turn], blockDim.x / 32, total);
    if (bin < bins) d_local[counter] = before + sum;
    before += total;
  }
}
// [lab05-scan-bins]

lab::status scan_tile_histograms(const std::uint32_t* d_histogram, std::size_t tiles, int bits,
                                 unsigned block_size, std::uint32_t* d_local) {
  const auto arrays = {lab::named_array{"d_histogram", d_histogram}, lab::named_array{"d_local", d_local}};
  if (lab::status bad = lab::check_bits(bits); !bad.ok()) return bad;
  if (lab::status bad = lab::check_block_size(block_size); !bad.ok()) return bad;
  if (lab::status bad = lab::check_tile_count(tiles); !bad.ok()) return bad;
  if (lab::status bad = lab::check_arrays(tiles, arrays); !bad.ok() || tiles == 0) return bad;
  scan_bins_kernel<<<static_cast<unsigned>(tiles), block_size>>>(d_histogram, 1u << bits, d_local);
  CUDA_CHECK_LAUNCH("scan_bins_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 4)
__global__ void scatter_kernel(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t,
                               const std::uint32_t* d_starts, const std::uint32_t* d_local,
                               std::uint32_t* d_out) {
  const span mine = tile_of_block(n, t);
  for (unsigned i = threadIdx.x; i < mine.count; i += blockDim.x) {
    const std::uint32_t key = d_keys[mine.begin + i];
    const std::size_t counter = std::size_t{d.of(key)} * gridDim.x + blockIdx.x;
    d_out[d_starts[counter] + i - d_local[counter]] = key;
  }
}

lab::status scatter(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t,
                    const std::uint32_t* d_starts, const std::uint32_t* d_local, std::uint32_t* d_out) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_starts", d_starts},
                       lab::named_array{"d_local", d_local}, lab::named_array{"d_out", d_out}};
  if (lab::status bad = lab::check_tiles(n, d, t, arrays); !bad.ok() || n == 0) return bad;
  scatter_kernel<<<grid_of(n, t), t.block_size>>>(d_keys, n, d, t, d_starts, d_local, d_out);
  CUDA_CHECK_LAUNCH("scatter_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 5)
// [lab05-scatter-sorted]
// Exercises 3 and 4 in one kernel, without a scan. The tile is sorted, so a bin begins where the digit
// changes. The thread with a bin's first key works out how far the bin's keys move.
__global__ void __launch_bounds__(kMostThreads)
    scatter_sorted_kernel(pairs in, pairs out, std::size_t n, digit d, tiling t,
                          const std::uint32_t* d_starts) {
  __shared__ std::uint32_t s_shift[kMostBins];
  const span mine = tile_of_block(n, t);
  const std::uint32_t* d_tile = in.keys + mine.begin;
  std::uint32_t keys[lab::kMaxItems];  // all loads are issued before the first is waited for
#pragma unroll
  for (unsigned k = 0; k < lab::kMaxItems; ++k)
    if (const unsigned i = threadIdx.x + k * blockDim.x; i < mine.count) keys[k] = d_tile[i];
#pragma unroll
  for (unsigned k = 0; k < lab::kMaxItems; ++k) {
    const unsigned i = threadIdx.x + k * blockDim.x;
    if (i < mine.count && (i == 0 || d.of(d_tile[i - 1]) != d.of(keys[k])))
      s_shift[d.of(keys[k])] = d_starts[std::size_t{d.of(keys[k])} * gridDim.x + blockIdx.x] - i;
  }
  __syncthreads();
#pragma unroll
  for (unsigned k = 0; k < lab::kMaxItems; ++k) {
    const unsigned i = threadIdx.x + k * blockDim.x;
    if (i >= mine.count) break;
    const std::uint32_t place = s_shift[d.of(keys[k])] + i;  // modulo 2^32, like the shift
    out.keys[place] = keys[k];
    if (in.values != nullptr) out.values[place] = in.values[mine.begin + i];
  }
}
// [lab05-scatter-sorted]

// `sort` sorts a tile by a faster method. 8 splits need 8 exchanges and 16 barriers, but a key's rank among
// the keys with the same whole digit can be computed at once. The rank counts the bin's keys in earlier
// warps, in earlier rows of the same warp, and in lower lanes of the same row. The version with splits is
// kept for reading and for comparison.

// [lab05-ranks]
// A warp's keys are in rows of 32 neighbours. Each lane sets its bit in its bin's word, which then shows all
// lanes with that bin. `s_counts`: the number of keys so far, per warp and bin. `s_peers`: zero between two
// rows.
template <unsigned kItems>
__device__ void rank_in_warp(const std::uint32_t (&keys)[kItems], digit d, std::uint32_t* s_counts,
                             std::uint32_t* s_peers, unsigned short (&ranks)[kItems]) {
  const unsigned lane = lab::lane_id();
  for (unsigned bin = lane; bin < d.bins(); bin += 32) s_counts[bin] = s_peers[bin] = 0;
  __syncwarp();
#pragma unroll
  for (unsigned k = 0; k < kItems; ++k) {
    const unsigned bin = d.of(keys[k]);
    atomicOr(&s_peers[bin], 1u << lane);
    __syncwarp();
    const unsigned peers = s_peers[bin], before = s_counts[bin], below = __popc(peers & lab::lanes_below());
    __syncwarp();
    if (below == 0) s_counts[bin] = before + __popc(peers), s_peers[bin] = 0;  // one lane per bin
    __syncwarp();
    ranks[k] = static_cast<unsigned short>(before + below);
  }
}

// Sorts the tiles. d_counts gets their histograms, then the results of exercise 3, here in the order
// [tile][bin].
template <unsigned kItems, bool kPairs>
__global__ void __launch_bounds__(kMostThreads)
    rank_tiles_kernel(pairs in, pairs out, std::size_t n, digit d, tiling t, std::uint32_t* d_counts) {
  extern __shared__ std::uint32_t s_words[];  // counts and peers, [warp][bin] each; later, the tile
  __shared__ std::uint32_t s_sums[2][32];
  const unsigned bins = d.bins(), warps = blockDim.x / 32, warp = threadIdx.x / 32;
  std::uint32_t *s_counts = s_words, *s_peers = s_counts + warps * bins, *s_tile = s_words;
  const span mine = tile_of_block(n, t);
  const unsigned first = warp * 32 * kItems + threadIdx.x % 32;  // item k is first + 32 k
  const auto load = [&](std::uint32_t(&words)[kItems], const std::uint32_t* d_from) {
#pragma unroll
    for (unsigned k = 0; k < kItems; ++k) {
      const unsigned i = first + k * 32;  // missing keys come last in the last bin
      words[k] = i < mine.count ? d_from[mine.begin + i] : 0xffffffff;
    }
  };
  std::uint32_t words[kItems];
  unsigned short places[kItems];
  load(words, in.keys);
  rank_in_warp(words, d, s_counts + warp * bins, s_peers + warp * bins, places);
  __syncthreads();
  std::uint32_t before = 0;
  for (unsigned begin = 0, turn = 0; begin < bins; begin += blockDim.x, turn ^= 1) {
    const unsigned bin = begin + threadIdx.x;
    std::uint32_t count = 0, total = 0;
    for (unsigned w = 0; bin < bins && w < warps; ++w) count += s_counts[w * bins + bin];
    std::uint32_t start = before + lab::block_exclusive_scan(count, s_sums[turn], warps, total);
    before += total;
    if (bin >= bins) continue;
    const unsigned missing = bin == d.of(0xffffffff) ? kItems * blockDim.x - mine.count : 0;
    d_counts[std::size_t{bin} * gridDim.x + blockIdx.x] = count - missing;
    d_counts[(std::size_t{gridDim.x} + blockIdx.x) * bins + bin] = start;
    for (unsigned w = 0; w < warps; ++w) {  // turns counts into the places where each warp's keys begin
      const std::uint32_t own = s_counts[w * bins + bin];
      s_counts[w * bins + bin] = start;
      start += own;
    }
  }
  __syncthreads();
#pragma unroll
  for (unsigned k = 0; k < kItems; ++k)
    places[k] = static_cast<unsigned short>(places[k] + s_counts[warp * bins + d.of(words[k])]);
  __syncthreads();  // all threads have read the counts, so the tile can replace them
  const auto exchange = [&](std::uint32_t* d_to) {
#pragma unroll
    for (unsigned k = 0; k < kItems; ++k) s_tile[places[k]] = words[k];
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < kItems; ++k)
      if (const unsigned i = threadIdx.x + k * blockDim.x; i < mine.count) d_to[mine.begin + i] = s_tile[i];
  };
  exchange(out.keys);
  if (!kPairs) return;
  load(words, in.values);
  __syncthreads();  // all threads have read s_tile
  exchange(out.values);
}
// [lab05-ranks]

constexpr std::size_t ranking_bytes(unsigned threads, unsigned held, unsigned bins) {
  const std::size_t tile = std::size_t{held} * threads, counts = std::size_t{2} * (threads / 32) * bins;
  return (tile > counts ? tile : counts) * sizeof(std::uint32_t);
}
static_assert(ranking_bytes(lab::kMaxTile / lab::kMaxItems, lab::kMaxItems, kMostBins) <= kPlainShared);

template <bool kPairs>
void rank_tiles(pairs in, pairs out, std::size_t n, digit d, tiling t, std::uint32_t* d_counts) {
  const auto bytes_of = [&](unsigned threads, unsigned held) {
    return ranking_bytes(threads, held, d.bins());
  };
  t = fitting(t, bytes_of);
  const unsigned items = items_of(t);
  const auto launch = [&](auto* kernel, unsigned held) {
    const std::size_t bytes = bytes_of(t.block_size, held);
    if (bytes > kPlainShared) lab::allow_shared(kernel, bytes);
    kernel<<<grid_of(n, t), t.block_size, bytes>>>(in, out, n, d, t, d_counts);
    CUDA_CHECK_LAUNCH("rank_tiles_kernel");
  };
  if (items <= 1) return launch(rank_tiles_kernel<1, kPairs>, 1);
  if (items <= 4) return launch(rank_tiles_kernel<4, kPairs>, 4);
  if (items <= 8) return launch(rank_tiles_kernel<8, kPairs>, 8);
  launch(rank_tiles_kernel<16, kPairs>, 16);
}

// [lab05-scatter-ranked]
// All loads (keys, values and starts) are in flight at the same time.
template <bool kPairs>
__global__ void __launch_bounds__(kMostThreads)
    scatter_ranked_kernel(pairs in, pairs out, std::size_t n, digit d, tiling t,
                          const std::uint32_t* d_counts) {
  __shared__ std::uint32_t s_shift[kMostBins];
  const span mine = tile_of_block(n, t);
  std::uint32_t keys[lab::kMaxItems], values[lab::kMaxItems];
#pragma unroll
  for (unsigned k = 0; k < lab::kMaxItems; ++k) {
    const unsigned i = threadIdx.x + k * blockDim.x;
    if (i >= mine.count) continue;
    keys[k] = in.keys[mine.begin + i];
    if (kPairs) values[k] = in.values[mine.begin + i];
  }
  for (unsigned bin = threadIdx.x; bin < d.bins(); bin += blockDim.x)
    s_shift[bin] = d_counts[std::size_t{bin} * gridDim.x + blockIdx.x] -
                   d_counts[(std::size_t{gridDim.x} + blockIdx.x) * d.bins() + bin];  // modulo 2^32
  __syncthreads();
#pragma unroll
  for (unsigned k = 0; k < lab::kMaxItems; ++k) {
    const unsigned i = threadIdx.x + k * blockDim.x;
    if (i >= mine.count) break;
    const std::uint32_t place = s_shift[d.of(keys[k])] + i;
    out.keys[place] = keys[k];
    if (kPairs) out.values[place] = values[k];
  }
}
// [lab05-scatter-ranked]

// [lab05-passes]
// A pass sorts the tiles into `scratch` and scatters them back into `data`. `ranked`: it sorts the tiles by
// the faster method.
template <bool kPairs>
void sort_by_digits(pairs data, pairs scratch, std::size_t n, int bits, tiling t, bool ranked,
                    lab::phase_timer* timer) {
  const std::size_t counters = (std::size_t{1} << bits) * t.tiles(n);
  lab::device_buffer<std::uint32_t> d_histogram(ranked ? 2 * counters : counters),
      d_sums(lab::scan_workspace(counters));
  for (digit d{0, bits}; d.shift < lab::kKeyBits; d.shift += bits) {
    {
      lab::timed_phase phase(timer, "histogram");
      if (ranked)
        rank_tiles<kPairs>(data, scratch, n, d, t, d_histogram.data());
      else
        sort_tiles_of<kPairs>(data, scratch, n, d, t, d_histogram.data());
    }
    {
      lab::timed_phase phase(timer, "scan");
      lab::exclusive_scan(d_histogram.data(), d_histogram.data(), counters, d_sums.data());
    }
    lab::timed_phase phase(timer, "scatter");
    if (ranked)
      scatter_ranked_kernel<kPairs>
          <<<grid_of(n, t), t.block_size>>>(scratch, data, n, d, t, d_histogram.data());
    else
      scatter_sorted_kernel<<<grid_of(n, t), t.block_size>>>(scratch, data, n, d, t, d_histogram.data());
    CUDA_CHECK_LAUNCH("the scatter");
  }
}
// [lab05-passes]

lab::status sort(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, int bits, tiling t,
                 lab::phase_timer* timer) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_scratch", d_scratch}};
  if (lab::status bad = lab::check_tiles(n, {0, bits}, t, arrays); !bad.ok() || n == 0) return bad;
  sort_by_digits<false>({d_keys, nullptr}, {d_scratch, nullptr}, n, bits, t, true, timer);
  return {};
}

lab::status sort_pairs(std::uint32_t* d_keys, std::uint32_t* d_values, std::uint32_t* d_scratch_keys,
                       std::uint32_t* d_scratch_values, std::size_t n, int bits, tiling t,
                       lab::phase_timer* timer) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_values", d_values},
                       lab::named_array{"d_scratch_keys", d_scratch_keys},
                       lab::named_array{"d_scratch_values", d_scratch_values}};
  if (lab::status bad = lab::check_tiles(n, {0, bits}, t, arrays); !bad.ok() || n == 0) return bad;
  sort_by_digits<true>({d_keys, d_values}, {d_scratch_keys, d_scratch_values}, n, bits, t, true, timer);
  return {};
}
// END YOUR CODE

}  // namespace level2_local_sort
