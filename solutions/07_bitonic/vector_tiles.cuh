// SPDX-License-Identifier: Apache-2.0
// What a block does with a tile whose threads compare vectors: exercises 2 (vectors of one key) and 3.
// Included by bitonic.cu, inside of its namespace.

__device__ inline void compare_exchange(std::uint32_t& low, std::uint32_t& high) {
  const std::uint32_t smaller = min(low, high);
  high = max(low, high);
  low = smaller;
}

// The lower of the two places that thread t compares at `bit`: t with a 0 put in at this bit.
__device__ inline unsigned lower_of(unsigned t, int bit) {
  return t >> bit << (bit + 1) | (t & ((1u << bit) - 1));
}

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
  // Side g in shared memory: its vector m stands among the vectors m of all sides, so that threads with
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
template <unsigned Half>
__global__ void __launch_bounds__(most_threads<Half>()) sort_tiles_kernel(std::uint32_t* d_keys, unsigned n) {
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
