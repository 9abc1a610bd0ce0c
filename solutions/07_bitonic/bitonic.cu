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
#include "vector_tiles.cuh"  // both kernels, for vectors of any length

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
#include "rounds.cuh"  // several steps in registers; fused_steps

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
#include "tile_rounds.cuh"  // a tile, with four steps between two exchanges

// [lab07-sort]
// Sorts tiles of 2^LgTile items and finishes stages in tiles of 2^LgTail.
template <int LgTile, int LgTail, class Items>
void sort_items(const Items& all, std::size_t n, lab::phase_timer* timer) {
  bool from_end = false;  // of the last launch
  {
    lab::timed_phase phase(timer, "tiles");
    launch_rounds<LgTile, false>(all, n, from_end);
  }
  for (int stage = LgTile + 1; stage <= ceil_log2(n); ++stage) {
    {
      lab::timed_phase phase(timer, "global steps");
      for (int bit = stage - 1, count; bit >= LgTail; bit -= count) {
        count = std::min(Items::kMostFused, bit - LgTail + 1);
        fused(all, n, stage, bit, count, from_end = !from_end);
      }
    }
    lab::timed_phase phase(timer, "tails");
    launch_rounds<LgTail, true>(all, n, from_end = !from_end);
  }
}

// A large tile saves stages. But a tail moves as much as a fused launch and computes little: it is faster in
// smaller blocks, of which a multiprocessor holds several, so that one loads while others compute. For few
// items the tiles are small, so that there are enough blocks.
constexpr int kSmallTile = 11, kKeyTile = 14, kKeyTail = 13, kPairTile = 13, kPairTail = 12;
constexpr std::size_t kFew = std::size_t{1} << 16;
// [lab07-sort]

lab::status sort(std::uint32_t* d_keys, std::size_t n, lab::phase_timer* timer) {
  if (lab::status bad = check_keys(n, {{"d_keys", d_keys}}); !bad.ok() || n < 2) return bad;
  const auto sort_keys =
      n <= kFew ? sort_items<kSmallTile, kSmallTile, key_array> : sort_items<kKeyTile, kKeyTail, key_array>;
  sort_keys({d_keys}, n, timer);
  return {};
}

lab::status sort_pairs(std::uint32_t* d_keys, std::uint32_t* d_values, std::size_t n,
                       lab::phase_timer* timer) {
  if (lab::status bad = check_keys(n, {{"d_keys", d_keys}, {"d_values", d_values}}); !bad.ok() || n < 2)
    return bad;
  const auto sort_both = n <= kFew ? sort_items<kSmallTile, kSmallTile, pair_array>
                                   : sort_items<kPairTile, kPairTail, pair_array>;
  sort_both({d_keys, d_values}, n, timer);
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
