// SPDX-License-Identifier: Apache-2.0
// Lab 07, exercise 5, second half: the fast sort of keys and of pairs. Read rounds.cuh first.
//
//   sort_items<many_keys>({d_keys}, n, keys_in_cache(), timer);
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "given.h"
#include "lab/cuda_check.h"
#include "lab/phase_timer.h"
#include "rounds.cuh"

namespace bitonic {

// ---- A tile in shared memory, sorted in rounds with exchanges between them ----

// [lab07-padded]
// A thread holds as many items as shared memory has banks of an item's width: 32 keys or 16 pairs.
template <class Item>
constexpr int kLgItems = sizeof(Item) == 4 ? 5 : 4;

// Where an item is in shared memory. One place is left unused after each row of banks, so that the lanes of a
// warp use different banks in every round, whichever bits they differ in. If a and b have no bit in common,
// padded(a | b) == padded(a) + padded(b). So each of a thread's addresses is one register plus a constant.
template <class Item>
__host__ __device__ constexpr unsigned padded(unsigned a) {
  return a + (a >> kLgItems<Item>);
}
// [lab07-padded]

// A tile has 2^LgTile items, 2^kLg per thread. In a round at `Low`, a thread's places differ in bits Low to
// Low + kLg - 1. If the round is mirrored, places in the upper half also have the bits below Low inverted.
template <int LgTile, class Item>
struct tile_rounds {
  static constexpr int kLg = kLgItems<Item>, kTop = LgTile - kLg;
  static constexpr unsigned kItems = 1u << kLg, kThreads = 1u << kTop;
  // A thread's items take half of its 64 registers; with more registers, 1024 threads would not fit.
  static constexpr unsigned kBlocks = 1024 / kThreads;
  static constexpr std::size_t kBytes = padded<Item>(1u << LgTile) * sizeof(Item);
  Item items[kItems][1];
  Item* s_items;

  // [lab07-exchange]
  template <int Low>
  __device__ static unsigned first_place() {
    return threadIdx.x >> Low << (Low + kLg) | (threadIdx.x & ((1u << Low) - 1));
  }
  // A thread's items in shared memory, in a round at Low: item j is at [j].
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
  // Moves the items from the round at From to the round at To. A thread overwrites only items that it has
  // read itself, so one barrier is enough. Up to bit 5, all items stay within their warp.
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
  // The rest of a stage down to bit Floor, after a round at Low. It ends with a round at Floor. If Floor is
  // 0, each thread then has neighbouring items.
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
  __device__ void merge() {  // to be called after loading at kTop
    register_steps<kItems / 2>(items);
    finish<kTop, false>();
  }
  // [lab07-stages]

  // The tile begins at place `begin` of `n`. In a full tile, items need no bounds checks.
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
  // A warp loads neighbouring items even if it sorts a tile, because unsorted items can be in any order.
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

// ---- Many global steps in one launch, through shared memory ----

// [lab07-strided]
// A block's items are in rows of 2^LgRow neighbours, and the rows are 2^low places apart. So a tile of
// 2^LgTile has the items for LgTile - LgRow steps of one stage, at the bits from `low` up. In a mirrored
// round, the upper half's rows come from the mirrored group; everything else is as in a tile.
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
  const auto place = [&](unsigned i) {  // where the block's item i is
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
// The sizes of a sort for one kind of device and one range of n, each as the binary logarithm of a number of
// items. The long tail is used if it saves a launch. kStrided and kRow are the sizes of a tile of
// strided_kernel and of the tile's rows.
//
// A large tile saves stages. A tail moves as much data as a fused launch but computes little. It is faster in
// smaller blocks: several fit on a multiprocessor, and one loads while others compute. With few items, small
// tiles give enough blocks to keep the device busy. A large tile takes 66 or 68 KiB of shared memory. On a
// device whose blocks have less, such as a T4, many keys are sorted with the sizes for few keys, in 33 KiB.
struct many_keys {
  using array = key_array;
  static constexpr int kTile = 14, kTail = 12, kLongTail = 14, kStrided = 14, kRow = 4;
};
struct few_keys {
  using array = key_array;
  static constexpr int kTile = 11, kTail = 11, kLongTail = 11, kStrided = 13, kRow = 3;
};
struct many_pairs {
  using array = pair_array;
  static constexpr int kTile = 13, kTail = 12, kLongTail = 13, kStrided = 13, kRow = 3;
};
struct few_pairs {
  using array = pair_array;
  static constexpr int kTile = 11, kTail = 11, kLongTail = 11, kStrided = 13, kRow = 3;
};
struct pairs_in_less_memory {
  using array = pair_array;
  static constexpr int kTile = 11, kTail = 11, kLongTail = 11, kStrided = 12, kRow = 3;
};

// The shared memory that a block needs under this policy.
template <class Policy>
constexpr std::size_t block_bytes() {
  constexpr int kLargest = std::max({Policy::kTile, Policy::kLongTail, Policy::kStrided});
  return tile_rounds<kLargest, typename Policy::array::item>::kBytes;
}
static_assert(block_bytes<few_keys>() <= 48 * 1024 && block_bytes<pairs_in_less_memory>() <= 48 * 1024,
              "every card has room for these");

// Does stages `from` to ceil_log2(n), for runs sorted by the stages before. If at most kMostFused global
// steps precede a tail, they are done in registers; otherwise, strided_kernel does them.
template <class Policy>
void merge_stages(const typename Policy::array& all, std::size_t n, int from, lab::phase_timer* timer) {
  constexpr int kMostStrided = Policy::kStrided - Policy::kRow;
  bool from_end = false;  // whether the last launch began at the end of the keys
  for (int stage = from; stage <= ceil_log2(n); ++stage) {
    const bool long_tail = stage - Policy::kTail > kMostStrided && stage - Policy::kLongTail <= kMostStrided;
    const int lg_tail = long_tail ? Policy::kLongTail : Policy::kTail;
    {
      lab::timed_phase phase(timer, "global steps");
      for (int bit = stage - 1, count; bit >= lg_tail; bit -= count) {
        count = std::min(bit - lg_tail + 1, kMostStrided);
        from_end = !from_end;
        if (count <= Policy::array::kMostFused) {
          fused(all, n, stage, bit, count, from_end);
        } else {  // with fewer steps left, it also does the tail's first steps, which the tail repeats
          count = kMostStrided;
          launch_strided<Policy::kStrided, Policy::kRow>(all, n, bit - count + 1, bit == stage - 1, from_end);
        }
      }
    }
    lab::timed_phase phase(timer, "tails");
    if (long_tail)
      launch_rounds<Policy::kLongTail, true>(all, n, from_end = !from_end);
    else
      launch_rounds<Policy::kTail, true>(all, n, from_end = !from_end);
  }
}

// Sorts tiles, then merges them: first within stretches of 2^k items, one stretch after another, then all
// items. A stretch that fits into the L2 cache isn't read from DRAM again between two launches. Pairs gain
// nothing from stretches, because DRAM isn't the busiest part of the device in any of their launches.
template <class Policy>
void sort_items(const typename Policy::array& all, std::size_t n, std::size_t stretch,
                lab::phase_timer* timer) {
  for (std::size_t begin = 0; begin < n; begin += stretch) {
    const std::size_t some = std::min(stretch, n - begin);
    {
      lab::timed_phase phase(timer, "tiles");
      launch_rounds<Policy::kTile, false>(all.from(begin), some, false);
    }
    merge_stages<Policy>(all.from(begin), some, Policy::kTile + 1, timer);
  }
  if (stretch < n) merge_stages<Policy>(all, n, ceil_log2(stretch) + 1, timer);
}
// [lab07-sort]

// Returns the most keys, as a power of two, that fit in two thirds of the L2 cache: 2^23 on an H200.
inline std::size_t keys_in_cache() {
  const std::size_t bytes = device_attribute(cudaDevAttrL2CacheSize);
  std::size_t keys = std::size_t{1} << 16;
  while (2 * keys * sizeof(std::uint32_t) <= bytes / 3 * 2) keys *= 2;
  return keys;
}

}  // namespace bitonic
