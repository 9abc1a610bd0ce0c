// SPDX-License-Identifier: Apache-2.0
// Pairs of uint32_t key and value, stable: LSD by 8 bits, each pass one sweep (rank by warp match, decoupled
// look-back, scatter).
#pragma once
#include <cuda/atomic>

#include "block.cuh"
#include "launch.cuh"

namespace hybrid {

constexpr unsigned kSweepThreads = 256, kSweepWarps = kSweepThreads / 32, kPasses = 4, kDigitThreads = 512;
constexpr int kSweepItems = 40, kFewSweepItems = 16;  // of a thread; the fewer where shared memory is short
constexpr unsigned sweep_tile(int items) { return kSweepThreads * static_cast<unsigned>(items); }

__global__ void __launch_bounds__(kDigitThreads)
    digits_kernel(const word* keys, std::size_t n, word* counts) {
  wait_for_earlier_kernels();
  __shared__ word s_counts[kPasses * kBins];
  for (unsigned i = threadIdx.x; i < kPasses * kBins; i += kDigitThreads) s_counts[i] = 0;
  __syncthreads();
  const auto add = [&](word key) {  // results that nobody uses: equal bins of a warp are one wavefront
#pragma unroll
    for (unsigned pass = 0; pass < kPasses; ++pass)
      atomicAdd(&s_counts[pass * kBins + ((key >> (8 * pass)) & 255)], 1u);
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
  for (unsigned i = threadIdx.x; i < kPasses * kBins; i += kDigitThreads)
    if (s_counts[i] > 0) atomicAdd(&counts[i], s_counts[i]);
}

__global__ void digit_starts_kernel(word* counts) {  // a block for each pass, in place
  wait_for_earlier_kernels();
  __shared__ word s_sums[32];
  word total, &mine = counts[blockIdx.x * kBins + threadIdx.x];
  mine = block_exclusive<kBins>(mine, s_sums, total);
}

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
    place.two[k / 2] =
        k % 2 == 0 ? (place.two[k / 2] & 0xffff0000u) | at : (place.two[k / 2] & 0xffff) | at << 16;
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

inline bool sweeps_large_tiles(const device_facts& device) {
  return device.block_bytes >= sizeof(sweep_memory<kSweepItems>);
}

inline void allow_sweep_memory(const device_facts& device) {
  if (sweeps_large_tiles(device))
    CUDA_CHECK(cudaFuncSetAttribute(sweep_kernel<kSweepItems>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(sizeof(sweep_memory<kSweepItems>))));
}

inline std::size_t sweep_tiles(std::size_t n, const device_facts& device) {
  const std::size_t tile = sweep_tile(sweeps_large_tiles(device) ? kSweepItems : kFewSweepItems);
  return (n + tile - 1) / tile;
}
// Words of device memory that sort_pairs needs besides the four arrays.
inline std::size_t pairs_workspace_words(std::size_t n, const device_facts& device) {
  return n == 0 ? 0 : kPasses * kBins + kPasses + sweep_tiles(n, device) * kBins;
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

inline void count_digits(const word* d_keys, std::size_t n, word* counts, const device_facts& device) {
  const auto wanted = static_cast<unsigned>((n + 8191) / 8192), most = device.multiprocessors * 4;
  launch(device, digits_kernel, wanted < most ? wanted : most, kDigitThreads, 0, d_keys, n, counts);
  launch(device, digit_starts_kernel, kPasses, kBins, 0, counts);
}

// One pass, from one pair of arrays to another, by bits shift .. shift + 7: a multiple of 8.
inline void sweep_once(const word* d_keys, const word* d_values, std::size_t n, int shift, word* d_out_keys,
                       word* d_out_values, word* d_workspace, const device_facts& device) {
  word *counts = d_workspace, *tickets = counts + kPasses * kBins, *words = tickets + kPasses;
  CUDA_CHECK(cudaMemsetAsync(d_workspace, 0, pairs_workspace_words(n, device) * sizeof(word), device.stream));
  count_digits(d_keys, n, counts, device);
  launch_sweep(d_keys, d_values, n, shift, d_out_keys, d_out_values, counts, tickets, {words, 30, 1}, device);
}

// n < 2^30. All arrays: n words; the result is in d_keys and d_values. As sort_keys; call
// allow_sweep_memory(device) once before.
inline void sort_pairs(word* d_keys, word* d_values, word* d_scratch_keys, word* d_scratch_values,
                       std::size_t n, word* d_workspace, const device_facts& device) {
  if (n <= 1) return;
  static_assert(kSweepThreads == kBins, "a thread for each bin");
  word *counts = d_workspace, *tickets = counts + kPasses * kBins, *words = tickets + kPasses;
  const std::size_t row_bytes = sweep_tiles(n, device) * kBins * sizeof(word),
                    head_bytes = (kPasses * kBins + kPasses) * sizeof(word);
  // With 28 bits of value there are codes for all passes, and the words are cleared once.
  const bool codes = n <= std::size_t{1} << 28;
  CUDA_CHECK(cudaMemsetAsync(d_workspace, 0, head_bytes + (codes ? row_bytes : 0), device.stream));
  count_digits(d_keys, n, counts, device);
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
