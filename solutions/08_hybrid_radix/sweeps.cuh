// SPDX-License-Identifier: Apache-2.0
// Stable sweeps from the lowest digit up, of pairs of key and value or of keys alone: rank by warp match,
// decoupled look-back, scatter. Where tiles are few, all passes are one launch: blocks draw the tiles of one
// pass after the other, and those of a pass wait for all of the pass before.
#pragma once
#include <cuda/atomic>

#include "counts.cuh"

namespace hybrid {

// Two bits of a look-back word are for its state.
constexpr std::size_t kSweepsMost = (std::size_t{1} << 30) - 1;
constexpr unsigned kSweepThreads = 256, kSweepWarps = kSweepThreads / 32, kPasses = 4;
// Of a thread; the fewer where tiles are few or shared memory is short.
constexpr int kSweepItems = 40, kFewSweepItems = 16;
template <bool kPairs>
constexpr std::size_t kFewSweepTilesBelow = std::size_t{1} << (kPairs ? 21 : 22);
static_assert(kSweepThreads == kBins, "a thread for each bin");

template <bool kPairs, int kItems>
struct sweep_memory {
  static constexpr unsigned kTile = kSweepThreads * kItems;
  word keys[kTile], values[kPairs ? kTile : 1], counts[kSweepWarps][kBins], starts[kBins], shift[kBins],
      sums[32];
  word ticket;
};
static_assert(sizeof(sweep_memory<true, kFewSweepItems>) <= 48 * 1024, "every card has room");

// A word that blocks use at the same time.
using shared_word = cuda::atomic_ref<word, cuda::thread_scope_device>;

// Passes 0 to 3 by bits 8 pass .. 8 pass + 7; pass p goes from keys[p % 2] to the other array.
struct sweeps {
  word *keys[2], *values[2];
  word n;
  unsigned tiles, from, to;  // passes from .. to - 1
  unsigned codes_from;       // the pass with the first codes
  const word* wanted;        // 0: nothing is to be done; null: it is
  const word* starts;        // [pass][bin]
  word *tickets, *done;      // [pass], zeroed: tiles that are taken (all of a launch at [from]), and done
  word* words;               // of the look-back [tile][bin], zeroed
  int value_bits;
};

// How many keys of this thread's bin the tiles before `tile` have. Their words have a code above `value_bits`
// bits. `sum`: the tile's own count; sum + 1: with all tiles before it; any other code is of an earlier pass:
// nothing yet. Blocks read and write such a word as a whole, and nothing else on the strength of it, so its
// accesses are relaxed.
__device__ inline word look_back(const sweeps& p, word tile, word sum) {
  constexpr int kAhead = 4;
  word before = 0;
  for (word next = tile;;) {  // tiles before `next` are still to be added
    word seen[kAhead];
#pragma unroll
    for (int j = 0; j < kAhead; ++j)
      seen[j] = next > static_cast<word>(j)
                    ? shared_word(p.words[std::size_t{next - 1 - j} * kBins + threadIdx.x])
                          .load(cuda::memory_order_relaxed)
                    : 0;
    bool done = false;
#pragma unroll
    for (int j = 0; j < kAhead; ++j) {
      const word code = seen[j] >> p.value_bits;
      if (done || (code != sum && code != sum + 1)) break;
      before += seen[j] & ((1u << p.value_bits) - 1);
      --next;
      done = code == sum + 1;
    }
    if (done) return before;
  }
}

// Tickets say which tile of which pass is next, so all earlier ones are under way, and a wait for them ends.
// kLoop: a block may take several; else it has one, and needs fewer registers.
template <bool kPairs, int kItems, bool kLoop>
__global__ void __launch_bounds__(kSweepThreads, 2) sweep_kernel(sweeps p) {
  constexpr int kThreads = kSweepThreads;
  using memory = sweep_memory<kPairs, kItems>;
  constexpr unsigned kTile = memory::kTile;
  extern __shared__ __align__(16) word s_words[];
  auto& s = *reinterpret_cast<memory*>(s_words);
  const unsigned t = threadIdx.x, warp = t / 32;
  const unsigned first = warp * (32 * kItems) + lane_id();  // item k is first + 32 k
  wait_for_earlier_kernels();
  if (p.wanted != nullptr && *p.wanted == 0) return;
  const word tickets = (p.to - p.from) * p.tiles;
  do {
    for (unsigned i = t; i < kSweepWarps * kBins; i += kThreads) s.counts[i / kBins][i % kBins] = 0;
    if (t == 0) {
      const word ticket = atomicAdd(&p.tickets[p.from], 1u);
      const unsigned pass = p.from + ticket / p.tiles;
      if (ticket < tickets && pass > p.from)
        while (shared_word(p.done[pass - 1]).load(cuda::memory_order_acquire) < p.tiles) {
        }
      s.ticket = ticket;
    }
    __syncthreads();
    const word ticket = s.ticket;
    if (ticket >= tickets) return;
    const unsigned pass = p.from + ticket / p.tiles;
    const word tile = ticket % p.tiles, begin = tile * kTile;
    const word *in = p.keys[0], *in_values = p.values[0];
    word *out = p.keys[1], *out_values = p.values[1];
    if (pass % 2 == 1) in = p.keys[1], in_values = p.values[1], out = p.keys[0], out_values = p.values[0];
    const auto bin_of = [=](word key) { return (key >> (8 * pass)) & 255; };
    const word count = p.n - begin < kTile ? p.n - begin : kTile;
    const bool full = count == kTile;
    const int left = static_cast<int>(count - first);  // item k is there if 32 k < left
    const auto load = [&](word(&item)[kItems], const word* from, word none) {
      if (full) {
#pragma unroll
        for (int k = 0; k < kItems; ++k) item[k] = from[begin + first + k * 32];
      } else {
#pragma unroll
        for (int k = 0; k < kItems; ++k) item[k] = k * 32 < left ? from[begin + first + k * 32] : none;
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
    const word sum = 2 * (pass - p.codes_from) + 1;
    const auto publish = [&](word code, word value) {
      shared_word(p.words[std::size_t{tile} * kBins + t])
          .store(value | code << p.value_bits, cuda::memory_order_relaxed);
    };
    publish(tile == 0 ? sum + 1 : sum, own);
    const word start = block_exclusive<kThreads>(own, s.sums, total);
    s.starts[t] = start;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      const unsigned bin = bin_of(item[k]);
      const word at = s.starts[bin] + counts[bin] + place.get(k);
      s.keys[at] = item[k];
      if (kPairs) place.change(k, at);
    }
    if (kPairs) load(item, in_values, 0);  // on their way while this thread looks back
    word before = 0;
    if (tile > 0) {
      before = look_back(p, tile, sum);
      publish(sum + 1, before + own);
    }
    s.shift[t] = p.starts[pass * kBins + t] + before - start;
    if (kPairs) {
#pragma unroll
      for (int k = 0; k < kItems; ++k) s.values[place.get(k)] = item[k];
    }
    __syncthreads();
    const auto store = [&](unsigned i) {
      const word key = s.keys[i], at = s.shift[bin_of(key)] + i;
      out[at] = key;
      if (kPairs) out_values[at] = s.values[i];
    };
    if (full) {
#pragma unroll
      for (int k = 0; k < kItems; ++k) store(t + k * kThreads);
    } else {
      for (unsigned i = t; i < count; i += kThreads) store(i);
    }
    if (gridDim.x == tickets && pass + 1 == p.to) return;  // it was a tile for each block
    __syncthreads();
    if (t == 0 && pass + 1 < p.to) shared_word(p.done[pass]).fetch_add(1, cuda::memory_order_release);
  } while (kLoop && gridDim.x < tickets);
}

template <bool kPairs>
bool sweeps_large_tiles(std::size_t n, const device_facts& device) {
  return n >= kFewSweepTilesBelow<kPairs> && device.block_bytes >= sizeof(sweep_memory<kPairs, kSweepItems>);
}
template <bool kPairs>
unsigned sweep_tiles(std::size_t n, const device_facts& device) {
  const std::size_t tile =
      kSweepThreads * std::size_t(sweeps_large_tiles<kPairs>(n, device) ? kSweepItems : kFewSweepItems);
  return static_cast<unsigned>((n + tile - 1) / tile);
}

// Device memory of a sort by sweeps: a head, zeroed, and the words of the look-back.
constexpr std::size_t kHeadWords = kPasses * kBins + 2 * kPasses + 8;
struct sweep_room {
  word *starts, *tickets, *done;  // starts: first counts
  word *overfull, *done_blocks;
  word* words;
};
inline sweep_room sweep_room_of(word* d_workspace) {
  word* after = d_workspace + kPasses * kBins;
  return {d_workspace,
          after,
          after + kPasses,
          after + 2 * kPasses,
          after + 2 * kPasses + 1,
          d_workspace + kHeadWords};
}
template <bool kPairs>
std::size_t sweep_words(std::size_t n, const device_facts& device) {
  return kHeadWords + sweep_tiles<kPairs>(n, device) * std::size_t{kBins};
}
// Up to so many, look-back words have codes for all passes and are cleared once; else they are for each pass.
constexpr std::size_t kClearedOnceMost = std::size_t{1} << 28;

// Zeroes what the kernels of a sort by sweeps need zeroed.
template <bool kPairs>
void clear_for_sweeps(word* d_workspace, std::size_t n, const device_facts& device) {
  const std::size_t words = n <= kClearedOnceMost ? sweep_words<kPairs>(n, device) : kHeadWords;
  CUDA_CHECK(cudaMemsetAsync(d_workspace, 0, words * sizeof(word), device.stream));
}

// Launches passes from .. to - 1; p: keys, values, n < 2^30 and wanted. Few tiles are one launch: the host's
// time for launches counts. Where tiles are many, a launch for each pass is faster: a block that is done need
// not wait until others can see what it has stored. What may not be wanted has few blocks, so that they end
// at once.
template <bool kPairs>
void launch_sweeps(sweeps p, unsigned from, unsigned to, const sweep_room& room, const device_facts& device) {
  const bool large = sweeps_large_tiles<kPairs>(p.n, device), cleared = p.n <= kClearedOnceMost;
  const bool together = cleared && p.n < kFewSweepTilesBelow<kPairs>, loop = together || p.wanted != nullptr;
  p.tiles = sweep_tiles<kPairs>(p.n, device);
  p.starts = room.starts, p.tickets = room.tickets, p.done = room.done, p.words = room.words;
  p.value_bits = cleared ? 28 : 30;
  for (p.from = from; p.from < to; p.from = p.to) {
    p.to = together ? to : p.from + 1;
    p.codes_from = cleared ? 0 : p.from;
    if (!cleared)
      CUDA_CHECK(cudaMemsetAsync(p.words, 0, std::size_t{p.tiles} * kBins * sizeof(word), device.stream));
    const unsigned tickets = p.tiles * (p.to - p.from), some = device.multiprocessors * 4;
    const auto launch_as = [&](auto* kernel, std::size_t bytes) {
      launch(device, kernel, loop && some < tickets ? some : tickets, kSweepThreads, bytes, p);
    };
    if (!large)
      launch_as(sweep_kernel<kPairs, kFewSweepItems, true>, sizeof(sweep_memory<kPairs, kFewSweepItems>));
    else
      launch_as(loop ? sweep_kernel<kPairs, kSweepItems, true> : sweep_kernel<kPairs, kSweepItems, false>,
                sizeof(sweep_memory<kPairs, kSweepItems>));
  }
}

}  // namespace hybrid
