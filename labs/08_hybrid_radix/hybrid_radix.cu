// SPDX-License-Identifier: Apache-2.0
// Lab 08: a radix sort from the top digit down, faster than CUB's. Task: README.md. Contracts: the header.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cuda/atomic>
#include <initializer_list>
#include <string>

#include "hybrid_radix.h"
#include "lab/collectives.h"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/shared_memory.h"
#include "lab/todo.h"

namespace hybrid_radix {

// Given: refuses n above `most`, and a null array that would have elements.
static lab::status check_count(std::size_t n, std::size_t most,
                               std::initializer_list<lab::named_array> arrays) {
  if (n > most)
    return lab::status::bad_argument(
        "n", "is " + std::to_string(n) + ", but can be at most " + std::to_string(most));
  return lab::check_arrays(n, arrays);
}

// Given: refuses a workspace of fewer than `needed` words.
static lab::status check_workspace(const std::uint32_t* d_workspace, std::size_t words, std::size_t needed) {
  if (words < needed)
    return lab::status::bad_argument("d_workspace", "has " + std::to_string(words) + " words, but " +
                                                        std::to_string(needed) + " are needed");
  return lab::check_arrays(needed, {{"d_workspace", d_workspace}});
}

// BEGIN YOUR CODE (exercise 1)
// A row of 32 keys at a time: which lanes have my digit? Then one of these lanes adds to the warp's counter.
// Traps: ranks are within the whole tile, so the counts of earlier rows and warps come first. In a partial
// tile, lanes without a key must still take part in every ballot. If a bin has one counter for the whole
// block instead of one per warp, the rows of different warps must not overtake each other.
lab::status rank_tiles(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t,
                       std::uint32_t* d_ranks) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_ranks", d_ranks}};
  if (lab::status bad = lab::check_tiles(n, d, t, arrays); !bad.ok()) return bad;
  LAB_TODO("08.1: rank_tiles");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
// Count all digits. Then a single kernel ranks each tile, publishes its counts, looks back and scatters.
// Traps: which tile is before mine, and has its block started at all? A count and its state in two words can
// become visible in either order. The states of one pass must not be mistaken for those of the next.
lab::status sweep(const std::uint32_t* d_keys, const std::uint32_t* d_values, std::size_t n, int shift,
                  std::uint32_t* d_out_keys, std::uint32_t* d_out_values) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_values", d_values},
                       lab::named_array{"d_out_keys", d_out_keys},
                       lab::named_array{"d_out_values", d_out_values}};
  if (lab::status bad = check_count(n, kMaxPairs, arrays); !bad.ok()) return bad;
  if (shift % 8 != 0 || shift < 0 || shift > 24)
    return lab::status::bad_argument("shift", "is not 0, 8, 16 or 24");
  LAB_TODO("08.2: sweep");
  return {};
}
std::size_t pairs_workspace_words(std::size_t n) {
  (void)n;
  return 0;
}
lab::status sort_pairs(std::uint32_t* d_keys, std::uint32_t* d_values, std::uint32_t* d_scratch_keys,
                       std::uint32_t* d_scratch_values, std::size_t n, std::uint32_t* d_workspace,
                       std::size_t words, lab::phase_timer* timer) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_values", d_values},
                       lab::named_array{"d_scratch_keys", d_scratch_keys},
                       lab::named_array{"d_scratch_values", d_scratch_values}};
  if (lab::status bad = check_count(n, kMaxPairs, arrays); !bad.ok()) return bad;
  if (lab::status bad = check_workspace(d_workspace, words, pairs_workspace_words(n)); !bad.ok()) return bad;
  LAB_TODO("08.2: sort_pairs", timer);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 3)
// The split need not be stable: what does atomicAdd return?
// Traps: if all 32 keys of a warp are in one bin (sorted input, equal keys), their atomics run one after the
// other. Neighbouring keys of the tile should go to neighbouring places.
lab::status split(const std::uint32_t* d_keys, std::size_t n, std::uint32_t* d_cursors,
                  std::uint32_t* d_out) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_cursors", d_cursors},
                       lab::named_array{"d_out", d_out}};
  if (lab::status bad = check_count(n, lab::kMaxKeys, arrays); !bad.ok()) return bad;
  LAB_TODO("08.3: split");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 4)
// If each counter has 16 bits, all of them take 128 KiB of shared memory. Traps: a 16-bit counter overflows
// into its neighbour. For few keys, clearing and adding up the counters costs more than counting. The keys
// can begin at any address that a uint32_t can have.
lab::status count_buckets(const std::uint32_t* d_keys, std::size_t n, std::uint32_t* d_counts) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_counts", d_counts}};
  if (lab::status bad = check_count(n, lab::kMaxKeys, arrays); !bad.ok()) return bad;
  LAB_TODO("08.4: count_buckets");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 5)
// Split by the next bits into bins of a few keys, then sort each bin. Traps: all keys of a bucket can be
// equal, or can share all bits except the last; a bucket can be empty or have one key.
lab::status sort_buckets(std::uint32_t* d_keys, const std::uint32_t* d_ends, std::size_t buckets) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_ends", d_ends}};
  if (lab::status bad = check_count(buckets, lab::kMaxTiles, arrays); !bad.ok()) return bad;
  LAB_TODO("08.5: sort_buckets");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 6)
// Count, split twice, sort the buckets. Traps: 65 536 blocks are too many for 5000 keys. Where is the result
// after two splits? Exercise 7 extends this sort: a bucket can have more than kMaxBucket keys, up to all n.
// Its keys differ in 16 bits only: must they be moved at all?
std::size_t workspace_words(std::size_t n) {
  (void)n;
  return 0;
}
lab::status sort(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, std::uint32_t* d_workspace,
                 std::size_t words, lab::phase_timer* timer) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_scratch", d_scratch}};
  if (lab::status bad = check_count(n, lab::kMaxKeys, arrays); !bad.ok()) return bad;
  if (lab::status bad = check_workspace(d_workspace, words, workspace_words(n)); !bad.ok()) return bad;
  LAB_TODO("08.6: sort", timer);
  return {};
}
// END YOUR CODE

}  // namespace hybrid_radix
