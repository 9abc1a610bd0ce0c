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
// One thread per pair. Traps: the first step of a stage pairs mirror images; a partner's index can be n or
// more; only one thread may move a pair.
lab::status compare_exchange_step(std::uint32_t* d_keys, std::size_t n, int stage, int bit) {
  if (lab::status bad = check_step(d_keys, n, stage, bit); !bad.ok()) return bad;
  LAB_TODO("07.1: compare_exchange_step");
  return {};
}

// Traps: the stages go up, but the bits within a stage go down; n = 1 needs no step.
lab::status sort_steps(std::uint32_t* d_keys, std::size_t n) {
  if (lab::status bad = check_keys(n, {{"d_keys", d_keys}}); !bad.ok()) return bad;
  LAB_TODO("07.1: sort_steps");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
// Load the tile into shared memory (or registers), do all its steps there, and store it.
// Traps: all threads need a barrier between two steps; a tile can have fewer keys than the block can take.
lab::status sort_tiles(std::uint32_t* d_keys, std::size_t n, unsigned block_size) {
  if (lab::status bad = check_block(d_keys, n, block_size, 2); !bad.ok()) return bad;
  LAB_TODO("07.2: sort_tiles");
  return {};
}

// Trap: none of these steps is the first of its stage.
lab::status finish_merge(std::uint32_t* d_keys, std::size_t n, unsigned block_size) {
  if (lab::status bad = check_block(d_keys, n, block_size, 2); !bad.ok()) return bad;
  LAB_TODO("07.2: finish_merge");
  return {};
}

// Traps: if n fits into one tile, one launch is enough; the last step of case 2 has bit lg(tile).
lab::status sort_hybrid(std::uint32_t* d_keys, std::size_t n, unsigned block_size) {
  if (lab::status bad = check_block(d_keys, n, block_size, 2); !bad.ok()) return bad;
  LAB_TODO("07.2: sort_hybrid");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 3)
// Like exercise 2, but with vectors. Traps: a mirrored comparison of two vectors reverses one of them; an
// array is in registers only if all its indices are known at compile time.
lab::status sort_tiles_vectors(std::uint32_t* d_keys, std::size_t n, config c) {
  if (lab::status bad = check_config(d_keys, n, c); !bad.ok()) return bad;
  LAB_TODO("07.3: sort_tiles_vectors");
  return {};
}

lab::status finish_merge_vectors(std::uint32_t* d_keys, std::size_t n, config c) {
  if (lab::status bad = check_config(d_keys, n, c); !bad.ok()) return bad;
  LAB_TODO("07.3: finish_merge_vectors");
  return {};
}

lab::status sort_vectors(std::uint32_t* d_keys, std::size_t n, config c) {
  if (lab::status bad = check_config(d_keys, n, c); !bad.ok()) return bad;
  LAB_TODO("07.3: sort_vectors");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 4)
// Trap: a thread can write to a place that other threads have not read yet. So put a barrier before the
// writes, and another after them.
lab::status finish_merge_remapped(std::uint32_t* d_keys, std::size_t n, unsigned block_size, bool swap) {
  if (lab::status bad = check_block(d_keys, n, block_size, 8); !bad.ok()) return bad;
  LAB_TODO("07.4: finish_merge_remapped", swap);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 5)
// Trap: if `bit` is a stage's first, the places in the upper half also have all lower bits inverted, those
// below the bits of these steps.
//   stage 4, bit 3, two steps:  the thread of key 1 has places 1, 5, 10 and 14
lab::status fused_steps(std::uint32_t* d_keys, std::size_t n, int stage, int bit, int count) {
  if (lab::status bad = check_step(d_keys, n, stage, bit, count); !bad.ok()) return bad;
  LAB_TODO("07.5: fused_steps");
  return {};
}

// Any configuration, any number of steps per launch, any n. Traps: padding past n must never be stored, and
// must never come before a key; no second array, however small.
lab::status sort(std::uint32_t* d_keys, std::size_t n, lab::phase_timer* timer) {
  if (lab::status bad = check_keys(n, {{"d_keys", d_keys}}); !bad.ok()) return bad;
  LAB_TODO("07.5: sort", timer);
  return {};
}

// Traps: a value goes wherever its key goes; a pair with key 0xffffffff is a pair like any other.
lab::status sort_pairs(std::uint32_t* d_keys, std::uint32_t* d_values, std::size_t n,
                       lab::phase_timer* timer) {
  if (lab::status bad = check_keys(n, {{"d_keys", d_keys}, {"d_values", d_values}}); !bad.ok()) return bad;
  LAB_TODO("07.5: sort_pairs", timer);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 6)
// Compute the counts from n and c alone; launch nothing.
counts predicted_counts(std::size_t n, config c) {
  LAB_TODO("07.6: predicted_counts", n, c);
  return {};
}
// END YOUR CODE

}  // namespace bitonic
