// SPDX-License-Identifier: Apache-2.0
// Lab 07: bitonic merge sort in place. Task: README.md. Contracts: bitonic.h.
#include <cuda_runtime.h>

#include <algorithm>

#include "bitonic.h"
#include "given.h"
#include "lab/cuda_check.h"
#include "lab/todo.h"

namespace bitonic {

// BEGIN YOUR CODE (exercise 1)
// The number of pairs (i, j) of a step with i < j and i < n, numbered by i.
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

// ---- A tile whose threads compare vectors: of one key here, and of several keys in exercise 3 ----

__device__ void compare_exchange(std::uint32_t& low, std::uint32_t& high) {
  const std::uint32_t smaller = min(low, high);
  high = max(low, high);
  low = smaller;
}

// The lower of the two places that thread t compares at `bit`: t with a 0 inserted at this bit.
__device__ unsigned lower_of(unsigned t, int bit) { return t >> bit << (bit + 1) | (t & ((1u << bit) - 1)); }

// The two sides of a comparison, Half = L * M keys each, in registers. Side g of the tile has the keys from
// g * Half on. Thread t ends each stage with the neighbouring sides 2t and 2t + 1.
template <unsigned Half>
struct sides {
  std::uint32_t keys[2 * Half];

  // [lab07-compare]
  // All comparisons of one step between the two sides.
  __device__ void compare(bool mirrored) {
#pragma unroll
    for (unsigned i = 0; i < Half; ++i)
      if (mirrored)
        compare_exchange(keys[i], keys[2 * Half - 1 - i]);
      else
        compare_exchange(keys[i], keys[Half + i]);
  }
  // [lab07-compare]
  // The steps within a side.
  template <unsigned Distance = Half / 2>
  __device__ void finish() {
    if constexpr (Distance > 0) {
#pragma unroll
      for (unsigned i = 0; i < 2 * Half; ++i)
        if ((i & Distance) == 0) compare_exchange(keys[i], keys[i + Distance]);
      finish<Distance / 2>();
    }
  }
  // The network for 2 * Half keys: stages for runs of 2, 4, …
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

  // Loads keys [begin, begin + Half) of d_keys. Places at or after n get +infinity, which no step moves down.
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
  // Side g in shared memory. Its vector m is stored with the vectors m of all sides, so that threads with
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
// Does the steps of bits first … 1 between sides in shared memory, and then, from bit 0 on, the rest of the
// stage in registers. One barrier before each bit's step, because other threads wrote its sides.
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
  return Half == 32 ? 512 : 1024;  // with 1024 threads, a tile would have 256 KiB
}

// [lab07-sort-tiles]
// All threads of the block sort the block's tile.
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

// Launches either of the two kernels for tiles of 2 * Half * block_size keys.
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
// Does cases 2 and 3, for all stages after those of a tile of 2^lg_tile keys.
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
// For the kernels, a side is L * M keys, however it is divided: one load reads at most 4 keys (on an H200).
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
    const unsigned swapped = swap ? t & next : 0;  // not 0: the second vector is written first
    const uint4 lower = mine.pack(mine.keys), upper = mine.pack(mine.keys + 4);
    const uint4 first = swapped != 0 ? upper : lower, second = swapped != 0 ? lower : upper;
    __syncthreads();  // all threads have read s_vectors
    s_vectors[low + swapped] = first;
    s_vectors[low + next - swapped] = second;
    __syncthreads();  // all threads have written s_vectors
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
}  // namespace bitonic

#include "fast_sort.cuh"

namespace bitonic {

lab::status fused_steps(std::uint32_t* d_keys, std::size_t n, int stage, int bit, int count) {
  if (lab::status bad = check_step(d_keys, n, stage, bit, count); !bad.ok() || n < 2) return bad;
  fused(key_array{d_keys}, n, stage, bit, count, false);
  return {};
}

// [lab07-choice]
lab::status sort(std::uint32_t* d_keys, std::size_t n, lab::phase_timer* timer) {
  if (lab::status bad = check_keys(n, {{"d_keys", d_keys}}); !bad.ok() || n < 2) return bad;
  const bool few = n <= std::size_t{1} << 14 || shared_of_block() < block_bytes<many_keys>();
  const auto sort = few ? sort_items<few_keys> : sort_items<many_keys>;
  sort({d_keys}, n, keys_in_cache(), timer);
  return {};
}

lab::status sort_pairs(std::uint32_t* d_keys, std::uint32_t* d_values, std::size_t n,
                       lab::phase_timer* timer) {
  if (lab::status bad = check_keys(n, {{"d_keys", d_keys}, {"d_values", d_values}}); !bad.ok() || n < 2)
    return bad;
  const auto sort = shared_of_block() < block_bytes<many_pairs>() ? sort_items<pairs_in_less_memory>
                    : n <= std::size_t{1} << 16                   ? sort_items<few_pairs>
                                                                  : sort_items<many_pairs>;
  sort({d_keys, d_values}, n, n, timer);
  return {};
}
// [lab07-choice]
// END YOUR CODE

// BEGIN YOUR CODE (exercise 6)
// [lab07-counts]
// The first stage after those of a tile has one global step, the next has two, and so on.
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
