// SPDX-License-Identifier: Apache-2.0
// Pairs of uint32_t key and value, stable: LSD by 8 bits, each pass one sweep (rank by warp match, decoupled
// look-back, scatter).
#pragma once
#include <cuda/atomic>

#include "local_sort.cuh"

namespace hybrid {

constexpr unsigned kSweepThreads = 256, kSweepWarps = kSweepThreads / 32, kPasses = 4;
constexpr int kSweepItems = 40, kFewSweepItems = 16;  // of a thread; the fewer where shared memory is short
constexpr unsigned sweep_tile(int items) { return kSweepThreads * static_cast<unsigned>(items); }

template <int kItems>
struct sweep_memory {
  word keys[sweep_tile(kItems)], values[sweep_tile(kItems)], counts[kSweepWarps][kBins], starts[kBins],
      shift[kBins], sums[32];
  word tile;
};
static_assert(sizeof(sweep_memory<kFewSweepItems>) <= 48 * 1024, "every card has room");

// A word of the look-back: a code above `value_bits` bits. `sum`: the tile's own count; sum + 1: with all
// tiles before it; any other code is of an earlier pass: nothing yet. Blocks read and write such a word as a
// whole, and nothing else on the strength of it, so its accesses are relaxed.
struct lookback {
  using shared_word = cuda::atomic_ref<word, cuda::thread_scope_device>;
  word* words;  // [tile][bin]
  int value_bits;
  word sum;
  __device__ word read(std::size_t at) const {
    return shared_word(words[at]).load(cuda::memory_order_relaxed);
  }
  __device__ void write(std::size_t at, word code, word value) const {
    shared_word(words[at]).store(value | code << value_bits, cuda::memory_order_relaxed);
  }
};

// Blocks take their tiles from a ticket, so the tiles before a block's are under way, and its wait ends.
template <int kItems>
__global__ void __launch_bounds__(kSweepThreads, 2)
    sweep_kernel(const word* in, const word* in_values, word* out, word* out_values, word n, int digit_shift,
                 const word* digit_starts, word* ticket, lookback back) {
  constexpr int kThreads = kSweepThreads, kAhead = 4;
  constexpr unsigned kTile = kSweepThreads * kItems;
  extern __shared__ __align__(16) word s_words[];
  auto& s = *reinterpret_cast<sweep_memory<kItems>*>(s_words);
  const unsigned t = threadIdx.x, warp = t / 32;
  const auto bin_of = [=](word key) { return (key >> digit_shift) & 255; };
  for (unsigned i = t; i < kSweepWarps * kBins; i += kThreads) s.counts[i / kBins][i % kBins] = 0;
  wait_for_earlier_kernels();
  if (t == 0) s.tile = atomicAdd(ticket, 1u);
  __syncthreads();
  const word tile = s.tile, begin = tile * kTile;
  const word count = n - begin < kTile ? n - begin : kTile;
  const bool full = count == kTile;
  const unsigned first = warp * (32 * kItems) + lane_id();  // item k is first + 32 k
  const auto load = [&](word(&item)[kItems], const word* from, word none) {
    if (full) {
#pragma unroll
      for (int k = 0; k < kItems; ++k) item[k] = from[begin + first + k * 32];
    } else {
#pragma unroll
      for (int k = 0; k < kItems; ++k) item[k] = first + k * 32 < count ? from[begin + first + k * 32] : none;
    }
  };
  word item[kItems];
  load(item, in, 0xffffffffu);  // what is not there is last of the last bin
  packed_places<kItems> place;
  word* counts = s.counts[warp];
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    const unsigned bin = bin_of(item[k]);
    const unsigned peers = lanes_with<8>(bin);
    const word old = counts[bin], below = __popc(peers & lanes_below());
    __syncwarp();
    if (below == 0) counts[bin] = old + __popc(peers);
    __syncwarp();
    place.set(k, old + below);
  }
  __syncthreads();
  word own = 0, total;
#pragma unroll
  for (unsigned w = 0; w < kSweepWarps; ++w) {
    const word x = s.counts[w][t];
    s.counts[w][t] = own;
    own += x;
  }
  const std::size_t row = std::size_t{tile} * kBins + t;
  back.write(row, tile == 0 ? back.sum + 1 : back.sum, own);
  const word start = block_exclusive<kThreads>(own, s.sums, total);
  s.starts[t] = start;
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    const unsigned bin = bin_of(item[k]);
    const word at = s.starts[bin] + counts[bin] + place.get(k);
    s.keys[at] = item[k];
    place.change(k, at);
  }
  load(item, in_values, 0);  // on their way while this thread looks back
  word before = 0;
  if (tile > 0) {
    for (word next = tile;;) {  // tiles before `next` are still to be added
      word seen[kAhead];
#pragma unroll
      for (int j = 0; j < kAhead; ++j)
        seen[j] = next > static_cast<word>(j) ? back.read(std::size_t{next - 1 - j} * kBins + t) : 0;
      bool done = false;
#pragma unroll
      for (int j = 0; j < kAhead; ++j) {
        const word code = seen[j] >> back.value_bits;
        if (done || (code != back.sum && code != back.sum + 1)) break;
        before += seen[j] & ((1u << back.value_bits) - 1);
        --next;
        done = code == back.sum + 1;
      }
      if (done) break;
    }
    back.write(row, back.sum + 1, before + own);
  }
  s.shift[t] = digit_starts[t] + before - start;
#pragma unroll
  for (int k = 0; k < kItems; ++k) s.values[place.get(k)] = item[k];
  __syncthreads();
  const auto store = [&](unsigned i) {
    const word key = s.keys[i], at = s.shift[bin_of(key)] + i;
    out[at] = key;
    out_values[at] = s.values[i];
  };
  if (full) {
#pragma unroll
    for (int k = 0; k < kItems; ++k) store(t + k * kThreads);
  } else {
    for (unsigned i = t; i < count; i += kThreads) store(i);
  }
}

// n <= S::kMost pairs: everything in one block and one launch, by its stable radix sort.
template <class S>
__global__ void __launch_bounds__(S::kThreads, 1) one_block_pairs_kernel(word* keys, word* values, word n) {
  wait_for_earlier_kernels();
  extern __shared__ __align__(16) word s_words[];
  auto& s = *reinterpret_cast<local_memory<S>*>(s_words);
  const unsigned first = stretch_begin<S>();
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
    if (i < n) keys[i] = key[k], values[i] = value[k];
  }
}

inline bool sweeps_large_tiles(const device_facts& device) {
  return device.block_bytes >= sizeof(sweep_memory<kSweepItems>);
}

inline void allow_sweep_memory(const device_facts& device) {
  allow(device, sweep_kernel<kSweepItems>, sizeof(sweep_memory<kSweepItems>));
  allow(device, one_block_pairs_kernel<alone_shape>, sizeof(local_memory<alone_shape>));
  allow(device, one_block_pairs_kernel<alone_more_shape>, sizeof(local_memory<alone_more_shape>));
  allow(device, one_block_pairs_kernel<large_shape>, sizeof(local_memory<large_shape>));
}

inline std::size_t sweep_tiles(std::size_t n, const device_facts& device) {
  const std::size_t tile = sweep_tile(sweeps_large_tiles(device) ? kSweepItems : kFewSweepItems);
  return (n + tile - 1) / tile;
}
constexpr std::size_t kHeadWords =
    kPasses * kBins + 8;  // counts of all digits, tickets, blocks that are done
// Words of device memory that sort_pairs needs besides the four arrays.
inline std::size_t pairs_workspace_words(std::size_t n, const device_facts& device) {
  return n == 0 ? 0 : kHeadWords + sweep_tiles(n, device) * kBins;
}

inline void launch_sweep(const word* in, const word* in_values, std::size_t n, int shift, word* out,
                         word* out_values, const word* counts, word* ticket, lookback back,
                         const device_facts& device) {
  const bool large = sweeps_large_tiles(device);
  launch(device, large ? sweep_kernel<kSweepItems> : sweep_kernel<kFewSweepItems>,
         static_cast<unsigned>(sweep_tiles(n, device)), kSweepThreads,
         large ? sizeof(sweep_memory<kSweepItems>) : sizeof(sweep_memory<kFewSweepItems>), in, in_values, out,
         out_values, static_cast<word>(n), shift, counts + shift / 8 * kBins, ticket, back);
}

inline void count_digits(const word* d_keys, std::size_t n, word* counts, word* done_blocks,
                         const device_facts& device) {
  launch(device, digits_kernel<0, kPasses>, digit_blocks(n, device), kDigitThreads, 0, d_keys, n, counts,
         done_blocks, word{0}, static_cast<word*>(nullptr));
}

// One pass, from one pair of arrays to another, by bits shift .. shift + 7: a multiple of 8.
inline void sweep_once(const word* d_keys, const word* d_values, std::size_t n, int shift, word* d_out_keys,
                       word* d_out_values, word* d_workspace, const device_facts& device) {
  word *counts = d_workspace, *tickets = counts + kPasses * kBins, *words = counts + kHeadWords;
  CUDA_CHECK(cudaMemsetAsync(d_workspace, 0, pairs_workspace_words(n, device) * sizeof(word), device.stream));
  count_digits(d_keys, n, counts, tickets + kPasses, device);
  launch_sweep(d_keys, d_values, n, shift, d_out_keys, d_out_values, counts, tickets, {words, 30, 1}, device);
}

// n < 2^30. All arrays: n words; the result is in d_keys and d_values. As sort_keys; call
// allow_sweep_memory(device) once before.
inline void sort_pairs(word* d_keys, word* d_values, word* d_scratch_keys, word* d_scratch_values,
                       std::size_t n, word* d_workspace, const device_facts& device) {
  if (n <= 1) return;
  const auto in_one_block = [&](auto shape) {
    using S = decltype(shape);
    if (n > S::kMost || sizeof(local_memory<S>) > device.block_bytes) return false;
    launch(device, one_block_pairs_kernel<S>, 1, S::kThreads, sizeof(local_memory<S>), d_keys, d_values,
           static_cast<word>(n));
    return true;
  };
  if (in_one_block(alone_shape{}) || in_one_block(alone_more_shape{}) || in_one_block(large_shape{})) return;
  static_assert(kSweepThreads == kBins, "a thread for each bin");
  word *counts = d_workspace, *tickets = counts + kPasses * kBins, *words = counts + kHeadWords;
  const std::size_t row_bytes = sweep_tiles(n, device) * kBins * sizeof(word),
                    head_bytes = kHeadWords * sizeof(word);
  // With 28 bits of value there are codes for all passes, and the words are cleared once.
  const bool codes = n <= std::size_t{1} << 28;
  CUDA_CHECK(cudaMemsetAsync(d_workspace, 0, head_bytes + (codes ? row_bytes : 0), device.stream));
  count_digits(d_keys, n, counts, tickets + kPasses, device);
  for (unsigned pass = 0; pass < kPasses; ++pass) {
    if (!codes) CUDA_CHECK(cudaMemsetAsync(words, 0, row_bytes, device.stream));
    const lookback back = {words, codes ? 28 : 30, codes ? 2 * pass + 1 : 1};
    const bool there = pass % 2 == 0;
    launch_sweep(there ? d_keys : d_scratch_keys, there ? d_values : d_scratch_values, n,
                 static_cast<int>(8 * pass), there ? d_scratch_keys : d_keys,
                 there ? d_scratch_values : d_values, counts, tickets + pass, back, device);
  }
}

}  // namespace hybrid
