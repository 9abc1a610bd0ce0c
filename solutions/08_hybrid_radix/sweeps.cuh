// SPDX-License-Identifier: Apache-2.0
// Stable sweeps from the lowest digit up, for pairs or for keys alone: rank by warp match, decoupled
// look-back, scatter. With few tiles, all passes are one launch: blocks take the tiles of one pass after
// another, and a tile waits until all tiles of the previous pass are done.
#pragma once
#include <type_traits>

#include "digits.cuh"

namespace hybrid {

// The state takes two bits of a look-back status word.
constexpr std::size_t kSweepsMost = (std::size_t{1} << 30) - 1;
constexpr unsigned kSweepThreads = 256, kSweepWarps = kSweepThreads / 32;
static_assert(kSweepThreads == kBins, "a thread for each bin");

// Code: the type that is sorted. Value: the type that moves with it, or no_value.
template <class Code, class Value>
constexpr bool kWide = sizeof(Code) == 8 || (kHasValues<Value> && sizeof(Value) == 8);
// Items per thread for many, for some and for few tiles. With little shared memory, the last number is used.
template <class Code, class Value>
constexpr int kSweepItems = !kWide<Code, Value>                       ? 40
                            : sizeof(Code) == 8 && sizeof(Value) == 8 ? 24
                                                                      : 28;
template <class Code, class Value>
constexpr int kSomeSweepItems = kWide<Code, Value> ? kSweepItems<Code, Value> : 32;
constexpr std::size_t kSomeSweepTilesBelow = std::size_t{1} << 23;
template <class Code, class Value>
constexpr int kFewSweepItems = kWide<Code, Value> ? 8 : 16;
template <class Code, class Value>
constexpr std::size_t kFewSweepTilesBelow =
    std::size_t{1} << (kHasValues<Value> || kWide<Code, Value> ? 21 : 22);

template <class Code, class Value, int kItems>
struct sweep_memory {
  static constexpr unsigned kTile = kSweepThreads * kItems;
  Code keys[kTile];
  Value values[kHasValues<Value> ? kTile : 1];
  word counts[kSweepWarps][kBins], starts[kBins], shift[kBins], sums[32];
  word tile, pass, active;
};
static_assert(
    sizeof(sweep_memory<word, word, kFewSweepItems<word, word>>) <= 48 * 1024 &&
        sizeof(sweep_memory<std::uint64_t, std::uint64_t, kFewSweepItems<std::uint64_t, std::uint64_t>>) <=
            48 * 1024,
    "every card has room");

// Bit p of *room.active says whether pass p runs. The first pass that runs reads the source and encodes the
// keys. The last one writes keys[0] and decodes them. The pass before the last writes keys[1], and the
// earlier passes alternate.
template <class Code, class Value>
struct sweeps {
  const Code* source;
  const Value* source_values;  // null: the numbers 0 to n - 1
  Code* keys[2];
  Value* values[2];
  word n;
  bit_range range;
  key_order<Code> order;
  sweep_room room;
  unsigned tiles, from, to;  // passes from .. to - 1 are one launch
  unsigned states_from;      // the pass that has the first states
  int value_bits;
};

// The pass of the j-th set bit, counted from 0, or kNoPass if there is none.
constexpr unsigned kNoPass = 0xffffffffu;
__device__ inline unsigned set_bit(word passes, unsigned j) {
  for (; j > 0; --j) passes &= passes - 1;
  return static_cast<unsigned>(__ffs(static_cast<int>(passes)) - 1);
}

// How many keys of this thread's bin are in the tiles before `tile`. The tiles' words have a state above
// `value_bits` bits: `sum` means the tile's own count, sum + 1 the count including all tiles before it. Any
// other state is from an earlier pass, so the tile hasn't counted yet. Each word is complete in itself and
// guards no other data, so its accesses are relaxed.
__device__ inline word look_back(word* words, int value_bits, word tile, word sum) {
  constexpr int kAhead = 4;
  word before = 0;
  for (word next = tile;;) {  // tiles before `next` are still to be added
    word seen[kAhead];
#pragma unroll
    for (int j = 0; j < kAhead; ++j)
      seen[j] = next > static_cast<word>(j)
                    ? shared_word(words[std::size_t{next - 1 - j} * kBins + threadIdx.x])
                          .load(cuda::memory_order_relaxed)
                    : 0;
    bool done = false;
#pragma unroll
    for (int j = 0; j < kAhead; ++j) {
      const word code = seen[j] >> value_bits;
      if (done || (code != sum && code != sum + 1)) break;
      before += seen[j] & ((1u << value_bits) - 1);
      --next;
      done = code == sum + 1;
    }
    if (done) return before;
  }
}

// A block's ticket gives its tile and pass. All tiles with earlier tickets have started, so waiting for them
// ends. kLoop: a block can take several tiles. Without kLoop, a block takes one tile and needs fewer
// registers.
template <class Code, class Value, int kItems, bool kLoop>
__global__ void __launch_bounds__(kSweepThreads, 2) sweep_kernel(sweeps<Code, Value> p) {
  constexpr int kThreads = kSweepThreads;
  constexpr bool kPairs = kHasValues<Value>;
  using memory = sweep_memory<Code, Value, kItems>;
  constexpr unsigned kTile = memory::kTile;
  extern __shared__ __align__(16) word s_words[];
  auto& s = *reinterpret_cast<memory*>(s_words);
  const unsigned t = threadIdx.x, warp = t / 32;
  const unsigned first = warp * (32 * kItems) + lane_id();  // item k is first + 32 k
  wait_for_earlier_kernels();
  const word launched = (1u << p.to) - (1u << p.from);
  bool more = false;
  do {
    for (unsigned i = t; i < kSweepWarps * kBins; i += kThreads) s.counts[i / kBins][i % kBins] = 0;
    if (t == 0) {  // reads both words at once, because the rest of the block's work waits for both
      const word ticket = atomicAdd(&p.room.tickets[p.from], 1u), active = *p.room.active;
      const unsigned place = ticket / p.tiles, pass = set_bit(active & launched, place);
      if (place > 0 && pass != kNoPass) {
        word& done = p.room.done[set_bit(active & launched, place - 1)];
        while (shared_word(done).load(cuda::memory_order_acquire) < p.tiles) {
        }
      }
      s.tile = ticket % p.tiles, s.pass = pass, s.active = active;
    }
    __syncthreads();
    const unsigned pass = s.pass;
    if (pass == kNoPass) return;
    const word tile = s.tile, begin = tile * kTile, later = s.active >> pass >> 1;
    const bool is_first = (s.active & ((1u << pass) - 1)) == 0;
    const unsigned to = static_cast<unsigned>(__popc(later)) % 2;  // the arrays that are written
    const Code* in = is_first ? p.source : p.keys[1 - to];
    Code* out = p.keys[to];
    const bool encodes = is_first && p.order.changes(), decodes = later == 0 && p.order.changes();
    const unsigned mask = p.range.mask(pass);
    const int shift = mask == 0 ? 0 : p.range.shift(pass);  // the spare pass has no digit
    const auto bin_of = [=](Code key) { return static_cast<unsigned>(key >> shift) & mask; };
    const word count = p.n - begin < kTile ? p.n - begin : kTile;
    const bool full = count == kTile;
    const int left = static_cast<int>(count - first);  // item k exists if 32 k < left
    const auto load = [&](auto(&item)[kItems], const auto* from, auto none) {
      if (full) {
#pragma unroll
        for (int k = 0; k < kItems; ++k) item[k] = from[begin + first + k * 32];
      } else {
#pragma unroll
        for (int k = 0; k < kItems; ++k) item[k] = k * 32 < left ? from[begin + first + k * 32] : none;
      }
    };
    Code item[kItems];
    // Missing items come last in the last bin.
    load(item, in, encodes ? p.order.decode(~Code{0}) : ~Code{0});
    if (encodes) {
#pragma unroll
      for (int k = 0; k < kItems; ++k) item[k] = p.order.encode(item[k]);
    }
    packed_places<kItems> place;
    word* counts = s.counts[warp];
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      const unsigned bin = bin_of(item[k]);
      place.set(k, take_rank(counts[bin], lanes_with<8>(bin)));
    }
    __syncthreads();
    word own = 0, total;
#pragma unroll
    for (unsigned w = 0; w < kSweepWarps; ++w) {
      const word x = s.counts[w][t];
      s.counts[w][t] = own;
      own += x;
    }
    const word sum = 2 * (pass - p.states_from) + 1;  // this pass has the states sum and sum + 1
    const auto publish = [&](word code, word value) {
      shared_word(p.room.words[std::size_t{tile} * kBins + t])
          .store(value | code << p.value_bits, cuda::memory_order_relaxed);
    };
    publish(tile == 0 ? sum + 1 : sum, own);
    const word start = block_exclusive_scan(own, s.sums, kThreads / 32, total);
    s.starts[t] = start;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      const unsigned bin = bin_of(item[k]);
      const word at = s.starts[bin] + counts[bin] + place.get(k);
      s.keys[at] = item[k];
      if (kPairs) place.change(k, at);
    }
    Value value[kPairs ? kItems : 1];
    if constexpr (kPairs) {  // loads in flight while this thread looks back
      const Value* values = is_first ? p.source_values : p.values[1 - to];
      if (values != nullptr) {
        load(value, values, Value{0});
      } else {
#pragma unroll
        for (int k = 0; k < kItems; ++k) value[k] = static_cast<Value>(begin + first + k * 32);
      }
    }
    word before = 0;
    if (tile > 0) {
      before = look_back(p.room.words, p.value_bits, tile, sum);
      publish(sum + 1, before + own);
    }
    s.shift[t] = p.room.starts[pass * kBins + t] + before - start;
    if constexpr (kPairs) {
#pragma unroll
      for (int k = 0; k < kItems; ++k) s.values[place.get(k)] = value[k];
    }
    __syncthreads();
    const auto store = [&](auto key_of) {
      const auto one = [&](unsigned i) {
        const Code code = s.keys[i];
        const word at = s.shift[bin_of(code)] + i;
        out[at] = key_of(code);
        if constexpr (kPairs) p.values[to][at] = s.values[i];
      };
      if (full) {
#pragma unroll
        for (int k = 0; k < kItems; ++k) one(t + k * kThreads);
      } else {
        for (unsigned i = t; i < count; i += kThreads) one(i);
      }
    };
    if (decodes)
      store([&](Code code) { return p.order.decode(code); });
    else
      store([](Code code) { return code; });
    if (!kLoop) return;
    const word mine = s.active & launched;
    const bool awaited = mine >> pass > 1;  // the next pass of this launch waits for this one
    more = gridDim.x < static_cast<word>(__popc(mine)) * p.tiles;  // are there more tiles than blocks?
    if (!more && !awaited) return;
    __syncthreads();
    if (t == 0 && awaited) shared_word(p.room.done[pass]).fetch_add(1, cuda::memory_order_release);
  } while (more);
}

// Calls use(items per thread) for n items. If there are few tiles or little shared memory, items is smaller.
template <class Code, class Value, class Use>
auto with_sweep_items(std::size_t n, const device_facts& device, Use use) {
  constexpr int kMany = kSweepItems<Code, Value>, kSome = kSomeSweepItems<Code, Value>;
  if (n < kFewSweepTilesBelow<Code, Value> || device.block_bytes < sizeof(sweep_memory<Code, Value, kMany>))
    return use(std::integral_constant<int, kFewSweepItems<Code, Value>>{});
  return n < kSomeSweepTilesBelow ? use(std::integral_constant<int, kSome>{})
                                  : use(std::integral_constant<int, kMany>{});
}
template <class Code, class Value>
unsigned sweep_tiles(std::size_t n, const device_facts& device) {
  return with_sweep_items<Code, Value>(n, device, [=](auto items) {
    const std::size_t tile = std::size_t{kSweepThreads} * items;
    return static_cast<unsigned>((n + tile - 1) / tile);
  });
}
template <class Code, class Value>
void allow_sweeps(const device_facts& device) {
  const auto allow_items = [&](auto items) {
    for (auto* kernel : {sweep_kernel<Code, Value, items, true>, sweep_kernel<Code, Value, items, false>})
      allow(device, kernel, sizeof(sweep_memory<Code, Value, items>));
  };
  allow_items(std::integral_constant<int, kSomeSweepItems<Code, Value>>{});
  allow_items(std::integral_constant<int, kSweepItems<Code, Value>>{});
}

template <class Code, class Value>
std::size_t sweep_words(std::size_t n, const device_facts& device) {
  return kHeadWords + sweep_tiles<Code, Value>(n, device) * std::size_t{kBins};
}

// Which passes share one clearing of the look-back's words, because their states and their sums fit 32 bits.
// If there are few tiles, all passes are one launch, because the host's launch time matters. If there are
// many, one launch per pass is faster: a block that is done doesn't have to wait until others can see its
// stores. A sum of 2^28 would need a 29th bit. Only in the spare pass can one bin have so many keys. That
// pass is the last, and no tile reads the word of its last tile.
struct sweep_words_of {
  bool together;  // all passes are one launch
  unsigned passes;
  int value_bits;
};
template <class Code, class Value>
sweep_words_of words_of_passes(std::size_t n) {
  if (n < kFewSweepTilesBelow<Code, Value>) return {true, kPassesMost, 26};
  if (n <= std::size_t{1} << 28) return {false, 7, 28};
  return {false, 1, 30};
}

// Clears the words that the kernels of a sort by sweeps need to be zero.
template <class Code, class Value>
void clear_for_sweeps(word* d_workspace, std::size_t n, const device_facts& device) {
  const std::size_t words = sweep_words<Code, Value>(n, device);
  CUDA_CHECK(cudaMemsetAsync(d_workspace, 0, words * sizeof(word), device.stream));
}

// One bit per pass, except the spare pass.
inline word all_passes(bit_range range) { return (1u << range.digits()) - 1; }

// Launches all passes, for n < 2^30, after clear_for_sweeps and the kernel that sets *room.active. `surely`:
// one bit for each pass that usually runs. Other passes get few blocks, so that they end at once if they
// don't run. Blocks that loop are slower, so for 2^23 or more 32-bit codes, passes of up to 16 tiles per
// multiprocessor get a block per tile.
template <class Code, class Value>
void launch_sweeps(sweeps<Code, Value> p, word surely, const sweep_room& room, const device_facts& device) {
  const sweep_words_of use = words_of_passes<Code, Value>(p.n);
  const unsigned passes = p.range.digits() + 1, sms = device.multiprocessors;
  p.tiles = sweep_tiles<Code, Value>(p.n, device);
  p.room = room, p.value_bits = use.value_bits;
  if (sizeof(Code) == 4 && p.n >= kSomeSweepTilesBelow && p.tiles <= sms * 16) surely |= all_passes(p.range);
  const unsigned some = sms * (use.together ? 4 : 2);
  for (p.from = 0; p.from < passes; p.from = p.to) {
    p.to = use.together ? passes : p.from + 1;
    p.states_from = p.from / use.passes * use.passes;
    if (p.from == p.states_from && p.from > 0)
      CUDA_CHECK(cudaMemsetAsync(room.words, 0, std::size_t{p.tiles} * kBins * sizeof(word), device.stream));
    const unsigned tickets = p.tiles * (p.to - p.from);
    const bool loop = use.together || (surely >> p.from & 1) == 0;
    with_sweep_items<Code, Value>(p.n, device, [&](auto items) {
      const auto kernel =
          loop ? sweep_kernel<Code, Value, items, true> : sweep_kernel<Code, Value, items, false>;
      launch(device, kernel, loop && some < tickets ? some : tickets, kSweepThreads,
             sizeof(sweep_memory<Code, Value, items>), p);
    });
  }
}

}  // namespace hybrid
