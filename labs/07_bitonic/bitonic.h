// SPDX-License-Identifier: Apache-2.0
// Lab 07: bitonic merge sort in place, with vectors and two kinds of synchronisation (source 004). The
// interface of the stub, the solution and the grader. All arrays are in device memory.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lab/phase_timer.h"
#include "lab/status.h"

namespace bitonic {

// The network for 2^k keys has the stages 1 to k. Stage s merges sorted runs of 2^(s - 1) keys into runs of
// 2^s. The stage has one step per bit, from bit s - 1 down to bit 0. A step compares key i with key j:
//   bit = stage - 1, the first step:  j = i xor (2^stage - 1), its mirror image in the run of 2^stage keys
//   every later step:                 j = i xor 2^bit
// A step always puts the smaller key at the smaller of the indices i and j. There are no descending runs. A
// key whose partner would be at index n or later stays where it is.
//
// Up to exercise 4, the tests use n = 0 or a power of two.
// From exercise 5 on, n can be any number up to kMaxKeys.

constexpr std::size_t kMaxKeys = std::size_t{1} << 31;

// How the keys are divided among the blocks. A thread has 2 * M vectors of L keys. Block b has the tile of
// keys from b * tile() up to, but not including, the smaller of (b + 1) * tile() and n. One tile must fit
// into the shared memory of a block.
struct config {
  unsigned block_size;  // ITEMS: threads, a power of two from 32 to 1024, as far as the device allows
  int vector_length;    // L: 4 or 8
  int vectors;          // M: vectors on each side of a comparison: 1, 2 or 4
  std::size_t keys_per_thread() const {
    return 2 * static_cast<std::size_t>(vector_length) * static_cast<std::size_t>(vectors);
  }
  std::size_t tile() const { return block_size * keys_per_thread(); }
};

// For all functions that return a status: arrays have cudaMalloc's alignment. With n = 0 or n = 1, nothing
// changes. The functions work in place and allocate no device memory. 2^stage may be more than n. For a bad
// argument, a function returns bad_argument with its name and writes nothing:
//   "n"                         more than kMaxKeys
//   "block_size"                not as above, or such that a tile exceeds the shared memory of a block
//   "vector_length", "vectors"  an L or M that is not as above
//   "stage"                     outside 1 to 31
//   "bit"                       outside 0 to stage - 1
//   "count"                     outside 1 to 4, or greater than bit + 1
//   an array's name below       null with n > 0

// 07.1  One step of the network for all keys, in one launch.
lab::status compare_exchange_step(std::uint32_t* d_keys, std::size_t n, int stage, int bit);
// 07.1  The whole network, one launch per step.
lab::status sort_steps(std::uint32_t* d_keys, std::size_t n);

// 07.2  The source's case 1: all steps before the first one that needs keys of another tile. Together these
// steps sort each tile of 2 * block_size keys. One launch. In each step, a thread compares two keys.
lab::status sort_tiles(std::uint32_t* d_keys, std::size_t n, unsigned block_size);
// 07.2  The source's case 3: the steps of a merge that stay in a tile of 2 * block_size keys, from bit
// lg(block_size) down to 0. One launch.
lab::status finish_merge(std::uint32_t* d_keys, std::size_t n, unsigned block_size);
// 07.2  The whole sort: sort_tiles; then, for each later stage, one launch per step above the tile (case 2),
// and finish_merge.
lab::status sort_hybrid(std::uint32_t* d_keys, std::size_t n, unsigned block_size);

// 07.3  The same three functions with vectors in registers. A barrier is needed only between two steps whose
// keys are in different threads; exercise 6 counts these barriers.
lab::status sort_tiles_vectors(std::uint32_t* d_keys, std::size_t n, config c);
lab::status finish_merge_vectors(std::uint32_t* d_keys, std::size_t n, config c);
lab::status sort_vectors(std::uint32_t* d_keys, std::size_t n, config c);
// 07.5  `count` consecutive steps of a stage in one launch: the steps of bit, bit - 1, and so on. A thread
// loads the 2^count keys that these steps compare with each other, does all steps in registers, and stores
// the keys.
lab::status fused_steps(std::uint32_t* d_keys, std::size_t n, int stage, int bit, int count);

// 07.4  finish_merge for tiles of 8 * block_size keys: L = 4, M = 1, one tile in shared memory. In each step,
// a thread reads two vectors; neighbouring threads read neighbouring places. The thread writes the vectors to
// places where neighbouring threads again read neighbouring places in the next step. With `swap`, half of the
// threads write their second vector first.
lab::status finish_merge_remapped(std::uint32_t* d_keys, std::size_t n, unsigned block_size, bool swap);

// 07.5  Sorts any number n of keys, as fast as you can. Phase "tiles"; if n is more than a tile, also phases
// "global steps" and "tails". `timer` may be null.
lab::status sort(std::uint32_t* d_keys, std::size_t n, lab::phase_timer* timer = nullptr);
// 07.5  Sorts pairs (d_keys[i], d_values[i]) in the same way. Pairs with equal keys come in any order.
lab::status sort_pairs(std::uint32_t* d_keys, std::uint32_t* d_values, std::size_t n,
                       lab::phase_timer* timer = nullptr);

// 07.6  What sort_vectors(d_keys, n, c) costs, for any n and any `c` that is not refused; all 0 for n < 2.
// By the source's rule, the host synchronises at the end of every launch except the last.
struct counts {
  std::uint64_t launches;         // of all three cases
  std::uint64_t global_steps;     // of case 2 alone
  std::uint64_t tile_barriers;    // per block of case 1, which always sorts a whole tile
  std::uint64_t finish_barriers;  // per block of case 3; 0 without case 3
};
counts predicted_counts(std::size_t n, config c);

}  // namespace bitonic
