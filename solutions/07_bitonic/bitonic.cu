// SPDX-License-Identifier: Apache-2.0
// Lab 07: bitonic merge sort in place. Statement: README.md, contract: the .h file.
#include <cuda_runtime.h>

#include <algorithm>

#include "bitonic.h"
#include "given.h"
#include "lab/cuda_check.h"
#include "lab/todo.h"

namespace bitonic {

// BEGIN YOUR CODE (exercise 1)
// Pairs (i, j) of a step with i < j and i < n, numbered by i.
std::size_t pairs_of(std::size_t n, int bit) {
  const std::size_t run = std::size_t{2} << bit;
  return n / run * (run / 2) + std::min(n % run, run / 2);
}

// [lab07-step]
__global__ void step_kernel(std::uint32_t* d_keys, unsigned n, unsigned pairs, int stage, int bit) {
  const unsigned p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= pairs) return;
  const unsigned low = p >> bit << (bit + 1) | (p & ((1u << bit) - 1));
  const unsigned high = low ^ (bit == stage - 1 ? (2u << bit) - 1 : 1u << bit);
  if (high >= n) return;
  const std::uint32_t a = d_keys[low], b = d_keys[high];
  if (a > b) d_keys[low] = b, d_keys[high] = a;
}
// [lab07-step]

void launch_step(std::uint32_t* d_keys, std::size_t n, int stage, int bit) {
  constexpr unsigned kThreads = 256;
  const auto pairs = static_cast<unsigned>(pairs_of(n, bit));
  step_kernel<<<(pairs + kThreads - 1) / kThreads, kThreads>>>(d_keys, static_cast<unsigned>(n), pairs, stage,
                                                               bit);
  CUDA_CHECK_LAUNCH("step_kernel");
}

lab::status compare_exchange_step(std::uint32_t* d_keys, std::size_t n, int stage, int bit) {
  if (lab::status bad = check_step(d_keys, n, stage, bit); !bad.ok() || n < 2) return bad;
  launch_step(d_keys, n, stage, bit);
  return {};
}

lab::status sort_steps(std::uint32_t* d_keys, std::size_t n) {
  if (lab::status bad = check_keys(n, {{"d_keys", d_keys}}); !bad.ok()) return bad;
  for (int stage = 1; stage <= ceil_log2(n); ++stage)
    for (int bit = stage - 1; bit >= 0; --bit) launch_step(d_keys, n, stage, bit);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
constexpr std::uint32_t kInfinity = 0xffffffff;

// ---- A tile whose threads compare vectors: of one key here, of more in exercise 3 ----

__device__ void compare_exchange(std::uint32_t& low, std::uint32_t& high) {
  const std::uint32_t smaller = min(low, high);
  high = max(low, high);
  low = smaller;
}

// The lower of the two places that thread t compares at `bit`: t with a 0 put in at this bit.
__device__ unsigned lower_of(unsigned t, int bit) { return t >> bit << (bit + 1) | (t & ((1u << bit) - 1)); }

// The two sides of a comparison, Half = L * M keys each, in registers. Side g of the tile is its keys from
// g * Half on; thread t ends each stage with sides 2t and 2t + 1, which are neighbours.
template <unsigned Half>
struct sides {
  std::uint32_t keys[2 * Half];

  // [lab07-compare]
  // All comparisons of one step between both sides.
  __device__ void compare(bool mirrored) {
#pragma unroll
    for (unsigned i = 0; i < Half; ++i)
      if (mirrored)
        compare_exchange(keys[i], keys[2 * Half - 1 - i]);
      else
        compare_exchange(keys[i], keys[Half + i]);
  }
  // [lab07-compare]
  // The steps that stay inside of a side.
  template <unsigned Distance = Half / 2>
  __device__ void finish() {
    if constexpr (Distance > 0) {
#pragma unroll
      for (unsigned i = 0; i < 2 * Half; ++i)
        if ((i & Distance) == 0) compare_exchange(keys[i], keys[i + Distance]);
      finish<Distance / 2>();
    }
  }
  // The network for 2 * Half keys: stages of runs of 2, 4, …
  template <unsigned Run = 2>
  __device__ void sort() {
    if constexpr (Run <= 2 * Half) {
#pragma unroll
      for (unsigned i = 0; i < 2 * Half; ++i)
        if ((i & (Run / 2)) == 0) compare_exchange(keys[i], keys[i ^ (Run - 1)]);
#pragma unroll
      for (unsigned distance = Run / 4; distance > 0; distance /= 2)
#pragma unroll
        for (unsigned i = 0; i < 2 * Half; ++i)
          if ((i & distance) == 0) compare_exchange(keys[i], keys[i + distance]);
      sort<2 * Run>();
    }
  }

  // Keys [begin, begin + Half) of d_keys. Those from n on are +infinity, which no step moves down.
  __device__ void load(unsigned side, const std::uint32_t* d_keys, unsigned begin, unsigned n) {
    std::uint32_t* mine = keys + side * Half;
    if (Half >= 4 && begin + Half <= n) {
#pragma unroll
      for (unsigned i = 0; i < Half; i += 4)
        unpack(mine + i, *reinterpret_cast<const uint4*>(d_keys + begin + i));
    } else {
#pragma unroll
      for (unsigned i = 0; i < Half; ++i) mine[i] = begin + i < n ? d_keys[begin + i] : kInfinity;
    }
  }
  __device__ void store(unsigned side, std::uint32_t* d_keys, unsigned begin, unsigned n) const {
    const std::uint32_t* mine = keys + side * Half;
    if (Half >= 4 && begin + Half <= n) {
#pragma unroll
      for (unsigned i = 0; i < Half; i += 4) *reinterpret_cast<uint4*>(d_keys + begin + i) = pack(mine + i);
    } else {
#pragma unroll
      for (unsigned i = 0; i < Half; ++i)
        if (begin + i < n) d_keys[begin + i] = mine[i];
    }
  }
  // Side g in shared memory: its vector m is among the vectors m of all sides, so that threads with
  // neighbouring sides have neighbouring vectors.
  __device__ void load_shared(unsigned side, const std::uint32_t* s_keys, unsigned g) {
    if constexpr (Half == 1) {
      keys[side] = s_keys[g];
    } else {
#pragma unroll
      for (unsigned m = 0; m < Half / 4; ++m)
        unpack(keys + side * Half + 4 * m, reinterpret_cast<const uint4*>(s_keys)[m * 2 * blockDim.x + g]);
    }
  }
  __device__ void store_shared(unsigned side, std::uint32_t* s_keys, unsigned g) const {
    if constexpr (Half == 1) {
      s_keys[g] = keys[side];
    } else {
#pragma unroll
      for (unsigned m = 0; m < Half / 4; ++m)
        reinterpret_cast<uint4*>(s_keys)[m * 2 * blockDim.x + g] = pack(keys + side * Half + 4 * m);
    }
  }

  __device__ static void unpack(std::uint32_t* to, uint4 v) {
    to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
  }
  __device__ static uint4 pack(const std::uint32_t* from) {
    return make_uint4(from[0], from[1], from[2], from[3]);
  }
};

// [lab07-merge-sides]
// The steps of bits first … 1 between sides that are in shared memory, and at bit 0 the rest of the stage in
// registers. One barrier before each of them: its sides were written by other threads.
template <unsigned Half>
__device__ void merge_sides(sides<Half>& mine, std::uint32_t* s_keys, int first, bool mirrored) {
  for (int bit = first; bit > 0; --bit, mirrored = false) {
    const unsigned low = lower_of(threadIdx.x, bit), high = low ^ (mirrored ? (2u << bit) - 1 : 1u << bit);
    __syncthreads();
    mine.load_shared(0, s_keys, low);
    mine.load_shared(1, s_keys, high);
    mine.compare(mirrored);
    mine.store_shared(0, s_keys, low);
    mine.store_shared(1, s_keys, high);
  }
  __syncthreads();
  mine.load_shared(0, s_keys, 2 * threadIdx.x);
  mine.load_shared(1, s_keys, 2 * threadIdx.x + 1);
  mine.compare(false);
  mine.finish();
}
// [lab07-merge-sides]

template <unsigned Half>
constexpr unsigned most_threads() {
  return Half == 32 ? 512 : 1024;  // 1024 would be a tile of 256 KiB
}

// [lab07-sort-tiles]
// The block's tile, by all of its threads.
template <unsigned Half>
__device__ void sort_tile(std::uint32_t* d_keys, unsigned n) {
  extern __shared__ uint4 s_vectors[];
  std::uint32_t* s_keys = reinterpret_cast<std::uint32_t*>(s_vectors);
  const unsigned begin = (blockIdx.x * blockDim.x + threadIdx.x) * 2 * Half;
  sides<Half> mine;
  mine.load(0, d_keys, begin, n);
  mine.load(1, d_keys, begin + Half, n);
  mine.sort();
  for (int bit = 1; 1u << bit <= blockDim.x; ++bit) {
    mine.store_shared(0, s_keys, 2 * threadIdx.x);
    mine.store_shared(1, s_keys, 2 * threadIdx.x + 1);
    merge_sides(mine, s_keys, bit, true);
  }
  mine.store(0, d_keys, begin, n);
  mine.store(1, d_keys, begin + Half, n);
}
// [lab07-sort-tiles]

template <unsigned Half>
__global__ void __launch_bounds__(most_threads<Half>()) sort_tiles_kernel(std::uint32_t* d_keys, unsigned n) {
  sort_tile<Half>(d_keys, n);
}

template <unsigned Half>
__global__ void __launch_bounds__(most_threads<Half>())
    finish_merge_kernel(std::uint32_t* d_keys, unsigned n, int first_bit) {
  extern __shared__ uint4 s_vectors[];
  std::uint32_t* s_keys = reinterpret_cast<std::uint32_t*>(s_vectors);
  const unsigned tile = blockIdx.x * blockDim.x * 2 * Half, low = threadIdx.x, high = low + blockDim.x;
  sides<Half> mine;
  mine.load(0, d_keys, tile + low * Half, n);
  mine.load(1, d_keys, tile + high * Half, n);
  mine.compare(false);
  mine.store_shared(0, s_keys, low);
  mine.store_shared(1, s_keys, high);
  merge_sides(mine, s_keys, first_bit - 1, false);
  mine.store(0, d_keys, tile + 2 * threadIdx.x * Half, n);
  mine.store(1, d_keys, tile + (2 * threadIdx.x + 1) * Half, n);
}

// Either kernel for tiles of 2 * Half * block_size keys.
template <unsigned Half>
void launch_tiles(bool finish, std::uint32_t* d_keys, std::size_t n, unsigned block_size) {
  const std::size_t tile = std::size_t{2} * Half * block_size, bytes = tile * sizeof(std::uint32_t);
  const auto blocks = static_cast<unsigned>((n + tile - 1) / tile), count = static_cast<unsigned>(n);
  if (finish) {
    allow_shared(finish_merge_kernel<Half>, bytes);
    finish_merge_kernel<Half><<<blocks, block_size, bytes>>>(d_keys, count, ceil_log2(block_size));
  } else {
    allow_shared(sort_tiles_kernel<Half>, bytes);
    sort_tiles_kernel<Half><<<blocks, block_size, bytes>>>(d_keys, count);
  }
  CUDA_CHECK_LAUNCH("sort_tiles_kernel or finish_merge_kernel");
}

lab::status sort_tiles(std::uint32_t* d_keys, std::size_t n, unsigned block_size) {
  if (lab::status bad = check_block(d_keys, n, block_size, 2); !bad.ok() || n < 2) return bad;
  launch_tiles<1>(false, d_keys, n, block_size);
  return {};
}

lab::status finish_merge(std::uint32_t* d_keys, std::size_t n, unsigned block_size) {
  if (lab::status bad = check_block(d_keys, n, block_size, 2); !bad.ok() || n < 2) return bad;
  launch_tiles<1>(true, d_keys, n, block_size);
  return {};
}

// [lab07-hybrid]
// Cases 2 and 3, for all stages after those of a tile of 2^lg_tile keys.
template <class Finish>
void merge_tiles(std::uint32_t* d_keys, std::size_t n, int lg_tile, Finish finish) {
  for (int stage = lg_tile + 1; stage <= ceil_log2(n); ++stage) {
    for (int bit = stage - 1; bit >= lg_tile; --bit) launch_step(d_keys, n, stage, bit);
    finish();
  }
}
// [lab07-hybrid]

lab::status sort_hybrid(std::uint32_t* d_keys, std::size_t n, unsigned block_size) {
  if (lab::status bad = sort_tiles(d_keys, n, block_size); !bad.ok()) return bad;
  merge_tiles(d_keys, n, ceil_log2(2 * block_size), [&] { launch_tiles<1>(true, d_keys, n, block_size); });
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 3)
// ---- Steps in rounds: a thread holds the 2^k items that k steps compare with each other, and only between
// rounds do items change threads. Exercise 5 does the same with pairs, and in shared memory. ----

// V neighbouring words, as one load or store. `from` and `to` are aligned for that.
template <unsigned V>
struct alignas(4 * V) word_vector {
  std::uint32_t words[V];
};

// Items are keys, or pairs as one number: the key above the value. Either way ~0 stands for what is not
// there; no real item is greater, so it never passes one.
struct key_array {
  using item = std::uint32_t;
  static constexpr int kMostFused = 5;  // steps of one launch: 2^5 items in the registers of a thread
  std::uint32_t* d_keys;
  key_array from(std::size_t at) const { return {d_keys + at}; }
  template <unsigned V>
  __device__ void load(unsigned at, item (&items)[V]) const {
    const auto keys = *reinterpret_cast<const word_vector<V>*>(d_keys + at);
#pragma unroll
    for (unsigned v = 0; v < V; ++v) items[v] = keys.words[v];
  }
  template <unsigned V>
  __device__ void store(unsigned at, const item (&items)[V]) const {
    word_vector<V> keys;
#pragma unroll
    for (unsigned v = 0; v < V; ++v) keys.words[v] = items[v];
    *reinterpret_cast<word_vector<V>*>(d_keys + at) = keys;
  }
};

// The same for any `at`: items from n on are ~0 and are not stored.
template <unsigned V, class Items>
__device__ void load_items(const Items& from, unsigned at, unsigned n, typename Items::item (&items)[V]) {
  if (V > 1 && at + V <= n) return from.load(at, items);
#pragma unroll
  for (unsigned v = 0; v < V; ++v) {
    typename Items::item one[1] = {~typename Items::item{0}};
    if (at + v < n) from.load(at + v, one);
    items[v] = one[0];
  }
}
template <unsigned V, class Items>
__device__ void store_items(const Items& to, unsigned at, unsigned n,
                            const typename Items::item (&items)[V]) {
  if (V > 1 && at + V <= n) return to.store(at, items);
#pragma unroll
  for (unsigned v = 0; v < V; ++v) {
    const typename Items::item one[1] = {items[v]};
    if (at + v < n) to.store(at + v, one);
  }
}

template <class Item>
__device__ void order(Item& low, Item& high) {
  const Item a = low, b = high;
  low = a < b ? a : b;
  high = a < b ? b : a;
}

// [lab07-register-steps]
// A step between items of one thread: j is compared with j ^ Mask. Vectors are compared element by element.
template <unsigned Mask, unsigned Count, unsigned V, class Item>
__device__ void register_step(Item (&items)[Count][V]) {
  constexpr unsigned kTop = Mask >= 16 ? 16 : Mask >= 8 ? 8 : Mask >= 4 ? 4 : Mask >= 2 ? 2 : 1;
#pragma unroll
  for (unsigned j = 0; j < Count; ++j)
    if ((j & kTop) == 0) {
#pragma unroll
      for (unsigned v = 0; v < V; ++v) order(items[j][v], items[j ^ Mask][v]);
    }
}
// The steps of Distance, Distance / 2, …, 1.
template <unsigned Distance, unsigned Count, unsigned V, class Item>
__device__ void register_steps(Item (&items)[Count][V]) {
  if constexpr (Distance > 0) {
    register_step<Distance>(items);
    register_steps<Distance / 2>(items);
  }
}
// The steps of one round: the first of a stage compares mirror images.
template <bool Mirrored, unsigned Count, unsigned V, class Item>
__device__ void register_round(Item (&items)[Count][V]) {
  register_step<Mirrored ? Count - 1 : Count / 2>(items);
  register_steps<Count / 4>(items);
}
// [lab07-register-steps]

// The block that works where block blockIdx.x would. Sorts let every other launch begin with the keys that
// the one before has written last: those are still in the L2 cache.
__device__ unsigned turned_block(bool from_end) { return from_end ? gridDim.x - 1 - blockIdx.x : blockIdx.x; }

// ---- several steps of one stage on global memory ----

// [lab07-fused]
// Thread g does the steps of the Count items whose places differ in the bits from `bit` up only (and V such
// groups side by side). In a mirrored round the upper half of them have all bits below inverted, too.
template <unsigned Count, unsigned V, bool Mirrored, class Items>
__global__ void __launch_bounds__(256)
    fused_kernel(Items all, unsigned n, unsigned groups, int bit, bool from_end) {
  const unsigned g = (turned_block(from_end) * blockDim.x + threadIdx.x) * V, below = (1u << bit) - 1;
  if (g >= groups) return;
  const unsigned base = (g & ~below) * Count | (g & below);
  // The vector whose elements are those of `base` inverted begins at its last one.
  const unsigned mirrored_base = (base & ~below) | ((below - (base & below)) & ~(V - 1));
  typename Items::item items[Count][V];
  const auto place = [&](unsigned j) {
    return (Mirrored && j >= Count / 2 ? mirrored_base : base) + (j << bit);
  };
  const auto turn_round = [&] {
    if constexpr (Mirrored && V > 1) {
#pragma unroll
      for (unsigned j = Count / 2; j < Count; ++j)
#pragma unroll
        for (unsigned v = 0; v < V / 2; ++v) {
          const auto other = items[j][v];
          items[j][v] = items[j][V - 1 - v];
          items[j][V - 1 - v] = other;
        }
    }
  };
#pragma unroll
  for (unsigned j = 0; j < Count; ++j) load_items(all, place(j), n, items[j]);
  turn_round();
  register_round<Mirrored>(items);
  turn_round();
#pragma unroll
  for (unsigned j = 0; j < Count; ++j) store_items(all, place(j), n, items[j]);
}
// [lab07-fused]

template <unsigned Count, unsigned V, class Items>
void launch_fused(const Items& all, std::size_t n, int lowest, bool mirrored, bool from_end) {
  // Groups whose first item is below n.
  const std::size_t run = std::size_t{Count} << lowest, side = std::size_t{1} << lowest;
  const std::size_t groups = n / run * side + std::min(n % run, side);
  const auto blocks = static_cast<unsigned>((groups + 256 * V - 1) / (256 * V));
  const auto kernel = mirrored ? fused_kernel<Count, V, true, Items> : fused_kernel<Count, V, false, Items>;
  kernel<<<blocks, 256>>>(all, static_cast<unsigned>(n), static_cast<unsigned>(groups), lowest, from_end);
  CUDA_CHECK_LAUNCH("fused_kernel");
}

// [lab07-fused-choice]
// `count` steps from `bit` down. Few steps load few items, so they take vectors to have more loads under way.
template <class Items>
void fused(const Items& all, std::size_t n, int stage, int bit, int count, bool from_end) {
  const int lowest = bit - count + 1;
  const bool mirrored = bit == stage - 1, vectors = lowest >= 2;
  const auto launch = count == 1   ? (vectors ? launch_fused<2, 4, Items> : launch_fused<2, 1, Items>)
                      : count == 2 ? (vectors ? launch_fused<4, 4, Items> : launch_fused<4, 1, Items>)
                      : count == 3 ? (vectors ? launch_fused<8, 2, Items> : launch_fused<8, 1, Items>)
                      : count == 4 ? launch_fused<16, 1, Items>
                                   : launch_fused<1u << Items::kMostFused, 1, Items>;
  launch(all, n, lowest, mirrored, from_end);
}
// [lab07-fused-choice]

// ---- Tiles and tails of vectors ----

// The kernels know a side only as L * M keys: a load brings at most 4 of them (to a thread of an H200).
void launch_vectors(bool finish, std::uint32_t* d_keys, std::size_t n, config c) {
  const auto launch = c.keys_per_thread() == 8    ? launch_tiles<4>
                      : c.keys_per_thread() == 16 ? launch_tiles<8>
                      : c.keys_per_thread() == 32 ? launch_tiles<16>
                                                  : launch_tiles<32>;
  launch(finish, d_keys, n, c.block_size);
}

lab::status sort_tiles_vectors(std::uint32_t* d_keys, std::size_t n, config c) {
  if (lab::status bad = check_config(d_keys, n, c); !bad.ok() || n < 2) return bad;
  launch_vectors(false, d_keys, n, c);
  return {};
}

lab::status finish_merge_vectors(std::uint32_t* d_keys, std::size_t n, config c) {
  if (lab::status bad = check_config(d_keys, n, c); !bad.ok() || n < 2) return bad;
  launch_vectors(true, d_keys, n, c);
  return {};
}

lab::status sort_vectors(std::uint32_t* d_keys, std::size_t n, config c) {
  if (lab::status bad = sort_tiles_vectors(d_keys, n, c); !bad.ok()) return bad;
  merge_tiles(d_keys, n, ceil_log2(c.tile()), [&] { launch_vectors(true, d_keys, n, c); });
  return {};
}

lab::status fused_steps(std::uint32_t* d_keys, std::size_t n, int stage, int bit, int count) {
  if (lab::status bad = check_step(d_keys, n, stage, bit, count); !bad.ok() || n < 2) return bad;
  fused(key_array{d_keys}, n, stage, bit, count, false);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 4)
// [lab07-remapped]
__global__ void __launch_bounds__(1024)
    remapped_kernel(std::uint32_t* d_keys, unsigned n, int first_bit, bool swap) {
  extern __shared__ uint4 s_vectors[];
  const unsigned t = threadIdx.x, threads = blockDim.x, tile = blockIdx.x * threads * 8;
  sides<4> mine;
  mine.load(0, d_keys, tile + t * 4, n);
  mine.load(1, d_keys, tile + (t + threads) * 4, n);
  for (int bit = first_bit; bit > 0; --bit) {
    mine.compare(false);
    // In the step of bit - 1, thread t reads places t and threads + t.
    const unsigned next = 1u << (bit - 1), low = (t & next) != 0 ? threads + t - next : t;
    const unsigned swapped = swap ? t & next : 0;  // then the second vector is written first
    const uint4 lower = mine.pack(mine.keys), upper = mine.pack(mine.keys + 4);
    const uint4 first = swapped != 0 ? upper : lower, second = swapped != 0 ? lower : upper;
    __syncthreads();  // all have read
    s_vectors[low + swapped] = first;
    s_vectors[low + next - swapped] = second;
    __syncthreads();  // all have written
    mine.unpack(mine.keys, s_vectors[t]);
    mine.unpack(mine.keys + 4, s_vectors[threads + t]);
  }
  mine.compare(false);
  mine.finish();
  mine.store(0, d_keys, tile + t * 8, n);
  mine.store(1, d_keys, tile + t * 8 + 4, n);
}
// [lab07-remapped]

lab::status finish_merge_remapped(std::uint32_t* d_keys, std::size_t n, unsigned block_size, bool swap) {
  if (lab::status bad = check_block(d_keys, n, block_size, 8); !bad.ok() || n < 2) return bad;
  const std::size_t tile = std::size_t{8} * block_size;
  remapped_kernel<<<static_cast<unsigned>((n + tile - 1) / tile), block_size, tile * sizeof(std::uint32_t)>>>(
      d_keys, static_cast<unsigned>(n), ceil_log2(block_size), swap);
  CUDA_CHECK_LAUNCH("remapped_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 5)
// [lab07-pairs]
struct pair_array {
  using item = unsigned long long;
  static constexpr int kMostFused = 4;
  std::uint32_t *d_keys, *d_values;
  pair_array from(std::size_t at) const { return {d_keys + at, d_values + at}; }
  template <unsigned V>
  __device__ void load(unsigned at, item (&items)[V]) const {
    std::uint32_t keys[V], values[V];
    key_array{d_keys}.load(at, keys);
    key_array{d_values}.load(at, values);
#pragma unroll
    for (unsigned v = 0; v < V; ++v) items[v] = item{keys[v]} << 32 | values[v];
  }
  template <unsigned V>
  __device__ void store(unsigned at, const item (&items)[V]) const {
    std::uint32_t keys[V], values[V];
#pragma unroll
    for (unsigned v = 0; v < V; ++v) {
      keys[v] = static_cast<std::uint32_t>(items[v] >> 32);
      values[v] = static_cast<std::uint32_t>(items[v]);
    }
    key_array{d_keys}.store(at, keys);
    key_array{d_values}.store(at, values);
  }
};
// [lab07-pairs]

// ---- A tile in shared memory, sorted in rounds with an exchange between two of them ----

// [lab07-padded]
// A thread holds as many items as shared memory has banks of an item's width: 32 keys, 16 pairs.
template <class Item>
constexpr int kLgItems = sizeof(Item) == 4 ? 5 : 4;

// Where an item is in shared memory: a place is left free after each row of banks, so that the lanes of a
// warp hit different banks in every round, whichever bits they differ in. padded(a | b) == padded(a) +
// padded(b) if a and b have no bit in common: so the addresses of a thread are one register and constants.
template <class Item>
__host__ __device__ constexpr unsigned padded(unsigned a) {
  return a + (a >> kLgItems<Item>);
}
// [lab07-padded]

// 2^LgTile items, 2^kLg for each thread. In a round at `Low` the items of a thread differ in bits Low to
// Low + kLg - 1 of their place; in a mirrored one the upper half have the bits below inverted, too.
template <int LgTile, class Item>
struct tile_rounds {
  static constexpr int kLg = kLgItems<Item>, kTop = LgTile - kLg;
  static constexpr unsigned kItems = 1u << kLg, kThreads = 1u << kTop;
  // Half of 64 registers are a thread's items: with more, fewer than 1024 threads find room.
  static constexpr unsigned kBlocks = 1024 / kThreads;
  static constexpr std::size_t kBytes = padded<Item>(1u << LgTile) * sizeof(Item);
  Item items[kItems][1];
  Item* s_items;

  // [lab07-exchange]
  template <int Low>
  __device__ static unsigned first_place() {
    return threadIdx.x >> Low << (Low + kLg) | (threadIdx.x & ((1u << Low) - 1));
  }
  // The items of a thread in shared memory, in a round at Low: item j is at [j].
  template <int Low, bool Mirrored>
  struct row {
    Item *lower, *upper;
    __device__ explicit row(Item* s_items)
        : lower(s_items + padded<Item>(first_place<Low>())),
          upper(s_items + padded<Item>(first_place<Low>() ^ ((1u << Low) - 1))) {}
    __device__ Item& operator[](unsigned j) const {
      return (Mirrored && j >= kItems / 2 ? upper : lower)[padded<Item>(j << Low)];
    }
  };
  // From the round at From to the one at To. A thread overwrites only what it has read itself, so one barrier
  // is enough. Up to bit 5 all items stay with their warp.
  template <int From, bool FromMirrored, int To, bool ToMirrored>
  __device__ void exchange() {
    const row<From, FromMirrored> from(s_items);
#pragma unroll
    for (unsigned j = 0; j < kItems; ++j) from[j] = items[j][0];
    if constexpr (From <= 5 && To <= 5)
      __syncwarp();
    else
      __syncthreads();
    const row<To, ToMirrored> to(s_items);
#pragma unroll
    for (unsigned j = 0; j < kItems; ++j) items[j][0] = to[j];
  }
  // [lab07-exchange]
  // [lab07-stages]
  // The rest of a stage down to bit Floor, after a round at Low; ends in a round at Floor, so if that is 0
  // with neighbours in each thread.
  template <int Low, bool Mirrored, int Floor = 0>
  __device__ void finish() {
    if constexpr (Low > Floor) {
      constexpr int kNext = Low - kLg >= Floor ? Low - kLg : Floor;
      exchange<Low, Mirrored, kNext, false>();
      register_steps<(1u << (Low - kNext)) / 2>(items);
      finish<kNext, false, Floor>();
    }
  }
  template <int Stage>
  __device__ void stages() {
    if constexpr (Stage <= LgTile) {
      exchange<0, false, Stage - kLg, true>();
      register_round<true>(items);
      finish<Stage - kLg, true>();
      stages<Stage + 1>();
    }
  }
  __device__ void sort() {
    register_step<1>(items);
    register_step<3>(items), register_steps<1>(items);
    register_step<7>(items), register_steps<2>(items);
    register_step<15>(items), register_steps<4>(items);
    if constexpr (kLg == 5) register_step<31>(items), register_steps<8>(items);
    stages<kLg + 1>();
  }
  __device__ void merge() {  // after loading at kTop
    register_steps<kItems / 2>(items);
    finish<kTop, false>();
  }
  // [lab07-stages]

  // The tile begins at place `begin` of `n`. A whole one needs no look at n for each item.
  template <int Low, class Items>
  __device__ void load(const Items& from, unsigned begin, unsigned n) {
    const bool whole = begin + (1u << LgTile) <= n;
    begin += first_place<Low>();
#pragma unroll
    for (unsigned j = 0; j < kItems; ++j)
      if (whole)
        from.load(begin + (j << Low), items[j]);
      else
        load_items(from, begin + (j << Low), n, items[j]);
  }
  template <class Items>
  __device__ void store(const Items& to, unsigned begin, unsigned n) {
    exchange<0, false, 5, false>();  // now neighbouring lanes have neighbouring items
    const bool whole = begin + (1u << LgTile) <= n;
    begin += first_place<5>();
#pragma unroll
    for (unsigned j = 0; j < kItems; ++j)
      if (whole)
        to.store(begin + (j << 5), items[j]);
      else
        store_items(to, begin + (j << 5), n, items[j]);
  }
};

// Sorts tiles, or does the last LgTile steps of a stage.
template <int LgTile, bool Finish, class Items>
__global__ void __launch_bounds__(tile_rounds<LgTile, typename Items::item>::kThreads,
                                  tile_rounds<LgTile, typename Items::item>::kBlocks)
    rounds_kernel(Items all, unsigned n, bool from_end) {
  using rounds = tile_rounds<LgTile, typename Items::item>;
  extern __shared__ uint4 s_room[];
  const unsigned begin = turned_block(from_end) << LgTile;
  rounds tile;
  tile.s_items = reinterpret_cast<typename Items::item*>(s_room);
  // Unsorted items may begin in any order, so either way a warp loads neighbours.
  tile.template load<rounds::kTop>(all, begin, n);
  if constexpr (Finish)
    tile.merge();
  else
    tile.sort();
  tile.store(all, begin, n);
}

template <int LgTile, bool Finish, class Items>
void launch_rounds(const Items& all, std::size_t n, bool from_end) {
  using rounds = tile_rounds<LgTile, typename Items::item>;
  constexpr std::size_t kTile = std::size_t{1} << LgTile;
  const auto kernel = rounds_kernel<LgTile, Finish, Items>;
  allow_shared(kernel, rounds::kBytes);
  const auto blocks = static_cast<unsigned>((n + kTile - 1) / kTile);
  kernel<<<blocks, rounds::kThreads, rounds::kBytes>>>(all, static_cast<unsigned>(n), from_end);
  CUDA_CHECK_LAUNCH("rounds_kernel");
}

// ---- Many global steps in one launch, by way of shared memory ----

// [lab07-strided]
// A block's items are rows of 2^LgRow neighbours, 2^low places apart, so a tile of 2^LgTile has the items of
// LgTile - LgRow steps of one stage: those of the bits from `low` up. In a mirrored round the rows of the
// upper half are those of the mirrored group, and all else is as in a tile.
template <int LgTile, int LgRow, bool Mirrored, class Items>
__global__ void __launch_bounds__(tile_rounds<LgTile, typename Items::item>::kThreads,
                                  tile_rounds<LgTile, typename Items::item>::kBlocks)
    strided_kernel(Items all, unsigned n, int low, bool from_end) {
  using rounds = tile_rounds<LgTile, typename Items::item>;
  constexpr unsigned kHalf = rounds::kItems / 2;
  extern __shared__ uint4 s_room[];
  rounds tile;
  tile.s_items = reinterpret_cast<typename Items::item*>(s_room);
  const unsigned block = turned_block(from_end), groups = 1u << (low - LgRow), group = block % groups;
  const unsigned begin = block / groups << (low + LgTile - LgRow);
  const auto place = [&](unsigned i) {  // of the block's item i
    const unsigned its_group = Mirrored && i >> (LgTile - 1) != 0 ? groups - 1 - group : group;
    return begin + (i >> LgRow << low) + (its_group << LgRow) + i % (1u << LgRow);
  };
  const bool whole = begin + (1u << (low + LgTile - LgRow)) <= n;
  const unsigned first = rounds::template first_place<rounds::kTop>(), in_row = (1u << rounds::kTop) - 1;
  const unsigned lower = place(first), distance = low + rounds::kTop - LgRow;
  const unsigned upper = place(kHalf << rounds::kTop | (Mirrored ? first ^ in_row : first));
#pragma unroll
  for (unsigned j = 0; j < rounds::kItems; ++j) {
    const unsigned at = j < kHalf ? lower + (j << distance) : upper + ((j - kHalf) << distance);
    if (whole)
      all.load(at, tile.items[j]);
    else
      load_items(all, at, n, tile.items[j]);
  }
  register_round<Mirrored>(tile.items);
  tile.template finish<rounds::kTop, Mirrored, LgRow>();
  const unsigned base = place(rounds::template first_place<LgRow>());
#pragma unroll
  for (unsigned j = 0; j < rounds::kItems; ++j) {
    if (whole)
      all.store(base + (j << low), tile.items[j]);
    else
      store_items(all, base + (j << low), n, tile.items[j]);
  }
}
// [lab07-strided]

template <int LgTile, int LgRow, class Items>
void launch_strided(const Items& all, std::size_t n, int low, bool mirrored, bool from_end) {
  using rounds = tile_rounds<LgTile, typename Items::item>;
  const std::size_t reach = std::size_t{1} << (low + LgTile - LgRow);
  const auto blocks = static_cast<unsigned>((n + reach - 1) / reach << (low - LgRow));
  const auto kernel =
      mirrored ? strided_kernel<LgTile, LgRow, true, Items> : strided_kernel<LgTile, LgRow, false, Items>;
  allow_shared(kernel, rounds::kBytes);
  kernel<<<blocks, rounds::kThreads, rounds::kBytes>>>(all, static_cast<unsigned>(n), low, from_end);
  CUDA_CHECK_LAUNCH("strided_kernel");
}

// ---- The whole sort ----

// [lab07-sort]
// Stages `from` to ceil_log2(n) of runs that are sorted up to there, in tails of 2^LgTail items, or of
// 2^LgLongTail where that spares a launch. The global steps before them: up to kMostFused in registers, more
// of them by strided_kernel.
template <int LgTail, int LgLongTail, int LgStrided, int LgRow, class Items>
void merge_stages(const Items& all, std::size_t n, int from, lab::phase_timer* timer) {
  constexpr int kMostStrided = LgStrided - LgRow;
  bool from_end = false;  // of the last launch
  for (int stage = from; stage <= ceil_log2(n); ++stage) {
    const bool long_tail = stage - LgTail > kMostStrided && stage - LgLongTail <= kMostStrided;
    const int lg_tail = long_tail ? LgLongTail : LgTail;
    {
      lab::timed_phase phase(timer, "global steps");
      for (int bit = stage - 1, count; bit >= lg_tail; bit -= count) {
        count = std::min(bit - lg_tail + 1, kMostStrided);
        from_end = !from_end;
        if (count <= Items::kMostFused) {
          fused(all, n, stage, bit, count, from_end);
        } else {  // a few steps of the tail, too, if there are fewer: then they find nothing to do there
          count = kMostStrided;
          launch_strided<LgStrided, LgRow>(all, n, bit - count + 1, bit == stage - 1, from_end);
        }
      }
    }
    lab::timed_phase phase(timer, "tails");
    if (long_tail)
      launch_rounds<LgLongTail, true>(all, n, from_end = !from_end);
    else
      launch_rounds<LgTail, true>(all, n, from_end = !from_end);
  }
}

// Sorts tiles of 2^LgTile items, then merges them: first in stretches of 2^k items, one stretch after
// another, then all items. Nothing of a stretch that fits into the L2 cache has to come from DRAM between two
// launches.
template <int LgTile, int LgTail, int LgLongTail, int LgStrided, int LgRow, class Items>
void sort_items(const Items& all, std::size_t n, std::size_t stretch, lab::phase_timer* timer) {
  for (std::size_t begin = 0; begin < n; begin += stretch) {
    const std::size_t some = std::min(stretch, n - begin);
    {
      lab::timed_phase phase(timer, "tiles");
      launch_rounds<LgTile, false>(all.from(begin), some, false);
    }
    merge_stages<LgTail, LgLongTail, LgStrided, LgRow>(all.from(begin), some, LgTile + 1, timer);
  }
  if (stretch < n) merge_stages<LgTail, LgLongTail, LgStrided, LgRow>(all, n, ceil_log2(stretch) + 1, timer);
}

// The greatest power of two of keys that take no more than two thirds of the L2 cache: 2^23 on an H200.
std::size_t keys_in_cache() {
  int device = 0, bytes = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, device));
  std::size_t keys = std::size_t{1} << 16;
  while (2 * keys * sizeof(std::uint32_t) <= static_cast<std::size_t>(bytes) / 3 * 2) keys *= 2;
  return keys;
}

// A large tile saves stages. But a tail moves as much as a fused launch and computes little: it is faster in
// smaller blocks, of which a multiprocessor holds several, so that one loads while others compute. For few
// items the tiles are small, so that there are enough blocks. Pairs gain nothing by stretches: comparing two
// numbers of 64 bits takes them longer than DRAM does. A large tile takes 66 or 68 KiB of shared memory, so
// on a T4, whose blocks have 64, many are sorted as few are, and every card has the 34 KiB of kSortFewKeys.
constexpr auto kSortKeys = sort_items<14, 12, 14, 14, 4, key_array>,
               kSortFewKeys = sort_items<11, 11, 11, 13, 3, key_array>;
constexpr auto kSortPairs = sort_items<13, 12, 13, 13, 3, pair_array>,
               kSortFewPairs = sort_items<11, 11, 11, 13, 3, pair_array>,
               kSortPairsInLess = sort_items<11, 11, 11, 12, 3, pair_array>;
constexpr std::size_t kFewKeys = std::size_t{1} << 14, kFewPairs = std::size_t{1} << 16;
static_assert(tile_rounds<13, std::uint32_t>::kBytes <= 48 * 1024 &&
              tile_rounds<12, pair_array::item>::kBytes <= 48 * 1024);
// [lab07-sort]

lab::status sort(std::uint32_t* d_keys, std::size_t n, lab::phase_timer* timer) {
  if (lab::status bad = check_keys(n, {{"d_keys", d_keys}}); !bad.ok() || n < 2) return bad;
  const auto many = shared_of_block() < tile_rounds<14, std::uint32_t>::kBytes ? kSortFewKeys : kSortKeys;
  (n <= kFewKeys ? kSortFewKeys : many)({d_keys}, n, keys_in_cache(), timer);
  return {};
}

lab::status sort_pairs(std::uint32_t* d_keys, std::uint32_t* d_values, std::size_t n,
                       lab::phase_timer* timer) {
  if (lab::status bad = check_keys(n, {{"d_keys", d_keys}, {"d_values", d_values}}); !bad.ok() || n < 2)
    return bad;
  const bool less = shared_of_block() < tile_rounds<13, pair_array::item>::kBytes;
  (less ? kSortPairsInLess : n <= kFewPairs ? kSortFewPairs : kSortPairs)({d_keys, d_values}, n, n, timer);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 6)
// [lab07-counts]
// Stages after those of a tile: the first of them has one global step, the next two, …
counts predicted_counts(std::size_t n, config c) {
  if (n < 2) return {};
  const auto lg_threads = static_cast<std::uint64_t>(ceil_log2(c.block_size));
  const auto beyond = static_cast<std::uint64_t>(std::max(0, ceil_log2(n) - ceil_log2(c.tile())));
  counts predicted{};
  predicted.global_steps = beyond * (beyond + 1) / 2;
  predicted.launches = 1 + predicted.global_steps + beyond;
  predicted.tile_barriers = (lg_threads + 1) * (lg_threads + 2) / 2 - 1;
  predicted.finish_barriers = beyond == 0 ? 0 : lg_threads;
  return predicted;
}
// [lab07-counts]
// END YOUR CODE

}  // namespace bitonic
