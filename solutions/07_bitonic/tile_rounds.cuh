// SPDX-License-Identifier: Apache-2.0
// A tile in shared memory, sorted in rounds (rounds.cuh) with an exchange between two of them. Included by
// bitonic.cu, inside of its namespace.

// [lab07-scrambled]
// Where an item stands in shared memory: so that the lanes of a warp hit different banks in every round,
// whichever bits they differ in. Linear: scrambled(a ^ b) == scrambled(a) ^ scrambled(b).
__host__ __device__ constexpr unsigned scrambled(unsigned a) {
  return a ^ ((a >> 4) & 0x1e) ^ ((a >> 8) & 1);
}
// [lab07-scrambled]

// 2^LgTile items, 16 for each thread. In a round at `Low` the 16 items of a thread differ in bits Low to
// Low + 3 of their place; in a mirrored one the upper half have the bits below inverted, too.
template <int LgTile, class Item>
struct tile_rounds {
  static constexpr int kTop = LgTile - 4;
  Item items[16][1];
  Item* s_items;

  // [lab07-exchange]
  template <int Low>
  __device__ static unsigned first_place() {
    return threadIdx.x >> Low << (Low + 4) | (threadIdx.x & ((1u << Low) - 1));
  }
  template <int Low, bool Mirrored>
  __device__ static constexpr unsigned offset(unsigned j) {
    return j << Low | (Mirrored && j >= 8 ? (1u << Low) - 1 : 0);
  }
  // From the round at From to the one at To. A thread overwrites only what it has read itself, so one barrier
  // is enough. Up to bit 8 all items stay with their warp.
  template <int From, bool FromMirrored, int To, bool ToMirrored>
  __device__ void exchange() {
    const unsigned from = scrambled(first_place<From>()), to = scrambled(first_place<To>());
#pragma unroll
    for (unsigned j = 0; j < 16; ++j) s_items[from ^ scrambled(offset<From, FromMirrored>(j))] = items[j][0];
    if constexpr (From <= 5 && To <= 5)
      __syncwarp();
    else
      __syncthreads();
#pragma unroll
    for (unsigned j = 0; j < 16; ++j) items[j][0] = s_items[to ^ scrambled(offset<To, ToMirrored>(j))];
  }
  // [lab07-exchange]
  // [lab07-stages]
  // The rest of a stage, after a round at Low; ends with neighbours in each thread.
  template <int Low, bool Mirrored>
  __device__ void finish() {
    if constexpr (Low > 0) {
      constexpr int kNext = Low >= 4 ? Low - 4 : 0;
      exchange<Low, Mirrored, kNext, false>();
      register_steps<(1u << (Low - kNext)) / 2>(items);
      finish<kNext, false>();
    }
  }
  template <int Stage>
  __device__ void stages() {
    if constexpr (Stage <= LgTile) {
      exchange<0, false, Stage - 4, true>();
      register_round<true>(items);
      finish<Stage - 4, true>();
      stages<Stage + 1>();
    }
  }
  __device__ void sort() {
    register_step<1>(items);
    register_step<3>(items), register_steps<1>(items);
    register_step<7>(items), register_steps<2>(items);
    register_step<15>(items), register_steps<4>(items);
    stages<5>();
  }
  __device__ void merge() {  // after loading at kTop
    register_steps<8>(items);
    finish<kTop, false>();
  }
  // [lab07-stages]

  // The tile begins at place `begin` of `n`. A whole one needs no look at n for each item.
  template <int Low, class Items>
  __device__ void load(const Items& from, unsigned begin, unsigned n) {
    const bool whole = begin + (1u << LgTile) <= n;
    begin += first_place<Low>();
#pragma unroll
    for (unsigned j = 0; j < 16; ++j)
      if (whole)
        from.load(begin + offset<Low, false>(j), items[j]);
      else
        load_items(from, begin + offset<Low, false>(j), n, items[j]);
  }
  template <class Items>
  __device__ void store(const Items& to, unsigned begin, unsigned n) {
    exchange<0, false, 5, false>();  // now neighbouring lanes have neighbouring items
    const bool whole = begin + (1u << LgTile) <= n;
    begin += first_place<5>();
#pragma unroll
    for (unsigned j = 0; j < 16; ++j)
      if (whole)
        to.store(begin + offset<5, false>(j), items[j]);
      else
        store_items(to, begin + offset<5, false>(j), n, items[j]);
  }
};

// Sorts tiles, or does the last LgTile steps of a stage.
template <int LgTile, bool Finish, class Items>
__global__ void __launch_bounds__(1 << (LgTile - 4)) rounds_kernel(Items all, unsigned n, bool from_end) {
  using item = typename Items::item;
  extern __shared__ uint4 s_room[];
  const unsigned begin = turned_block(from_end) << LgTile;
  tile_rounds<LgTile, item> tile;
  tile.s_items = reinterpret_cast<item*>(s_room);
  // Unsorted items may begin in any order, so either way a warp loads neighbours.
  tile.template load<LgTile - 4>(all, begin, n);
  if constexpr (Finish)
    tile.merge();
  else
    tile.sort();
  tile.store(all, begin, n);
}

template <int LgTile, bool Finish, class Items>
void launch_rounds(const Items& all, std::size_t n, bool from_end) {
  constexpr std::size_t kTile = std::size_t{1} << LgTile, kBytes = kTile * sizeof(typename Items::item);
  const auto kernel = rounds_kernel<LgTile, Finish, Items>;
  allow_shared(kernel, kBytes);
  const auto blocks = static_cast<unsigned>((n + kTile - 1) / kTile);
  kernel<<<blocks, kTile / 16, kBytes>>>(all, static_cast<unsigned>(n), from_end);
  CUDA_CHECK_LAUNCH("rounds_kernel");
}
