// SPDX-License-Identifier: Apache-2.0
// Lab 07, exercise 5, first half: several steps of a stage in one round, and in one launch.
//
// A thread holds the 2^k items that k steps compare with each other. Items change threads only between
// rounds. In global memory, fused() does one round; in shared memory, fast_sort.cuh does many.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "lab/cuda_check.h"

namespace bitonic {

// V neighbouring words that are loaded or stored together. Their address is a multiple of their size.
template <unsigned V>
struct alignas(4 * V) word_vector {
  std::uint32_t words[V];
};

// Items are keys, or pairs as one number with the key above the value. In both cases ~0 stands for a missing
// item. No real item is greater, so ~0 never moves ahead of a real item.
struct key_array {
  using item = std::uint32_t;
  static constexpr int kMostFused = 5;  // steps per launch: 2^5 items in a thread's registers
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

// Loads and stores at any `at`: items at or after n are loaded as ~0 and are not stored.
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
// A step between items of one thread: item j is compared with j ^ Mask. Vectors are compared by element.
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
// The steps of one round. If it is mirrored, its first step compares mirror images.
template <bool Mirrored, unsigned Count, unsigned V, class Item>
__device__ void register_round(Item (&items)[Count][V]) {
  register_step<Mirrored ? Count - 1 : Count / 2>(items);
  register_steps<Count / 4>(items);
}
// [lab07-register-steps]

// The block whose work this block does. Sorts let every other launch begin with the keys that the previous
// launch wrote last, because those keys are still in the L2 cache.
__device__ inline unsigned turned_block(bool from_end) {
  return from_end ? gridDim.x - 1 - blockIdx.x : blockIdx.x;
}

// ---- several steps of one stage on global memory ----

// [lab07-fused]
// Thread g does the steps of Count items whose places differ only in the bits from `bit` up (V such groups at
// once). In a mirrored round, the items of the upper half also have all bits below `bit` inverted.
template <unsigned Count, unsigned V, bool Mirrored, class Items>
__global__ void __launch_bounds__(256)
    fused_kernel(Items all, unsigned n, unsigned groups, int bit, bool from_end) {
  const unsigned g = (turned_block(from_end) * blockDim.x + threadIdx.x) * V, below = (1u << bit) - 1;
  if (g >= groups) return;
  const unsigned base = (g & ~below) * Count | (g & below);
  // The elements of `base`'s vector, with their bits inverted, form a vector that begins at the last element.
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
  // The number of groups whose first item is below n.
  const std::size_t run = std::size_t{Count} << lowest, side = std::size_t{1} << lowest;
  const std::size_t groups = n / run * side + std::min(n % run, side);
  const auto blocks = static_cast<unsigned>((groups + 256 * V - 1) / (256 * V));
  const auto kernel = mirrored ? fused_kernel<Count, V, true, Items> : fused_kernel<Count, V, false, Items>;
  kernel<<<blocks, 256>>>(all, static_cast<unsigned>(n), static_cast<unsigned>(groups), lowest, from_end);
  CUDA_CHECK_LAUNCH("fused_kernel");
}

// [lab07-fused-choice]
// Does `count` steps from `bit` down. A few steps load only a few items, so they use vectors to have more
// loads in flight.
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

}  // namespace bitonic
