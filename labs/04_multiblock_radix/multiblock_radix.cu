// SPDX-License-Identifier: Apache-2.0
// Lab 04: radix sort with many blocks, Level 1. Task: README.md. Contracts: multiblock_radix.h.
#include <cuda_runtime.h>

#include <utility>

#include "lab/collectives.h"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/device_scan.h"
#include "lab/todo.h"
#include "multiblock_radix.h"

namespace multiblock_radix {

// BEGIN YOUR CODE (exercise 1)
// Count in shared memory, then store each counter once, bin by bin.
// Traps: shared memory is not cleared for you. The last tile can be partial, but all threads must still reach
// the barriers. The counters of one block are `tiles` apart in d_histogram, and bin * tiles can exceed 2^32.
// A tile can have more keys than the block has threads.
lab::status block_histogram(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t,
                            std::uint32_t* d_histogram) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_histogram", d_histogram}};
  if (lab::status bad = lab::check_tiles(n, d, t, arrays); !bad.ok()) return bad;
  LAB_TODO("04.1: block_histogram");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
// Use lab::exclusive_scan (lab/device_scan.h) or your own from lab 03.
// Traps: if a block scans 1024 counters, more than 1024^2 counters need sums of sums. d_histogram can be
// d_starts. Memory for the scan's sums must live until the scan has run.
lab::status scan_histogram(const std::uint32_t* d_histogram, std::uint32_t* d_starts, std::size_t count) {
  const auto arrays = {lab::named_array{"d_histogram", d_histogram}, lab::named_array{"d_starts", d_starts}};
  if (lab::status bad = lab::check_arrays(count, arrays); !bad.ok()) return bad;
  LAB_TODO("04.2: scan_histogram");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 3)
// For each key, count the keys before it in its tile that have the same digit.
// Traps: "before" means by index, so an atomic counter won't do. If the block handles a tile in rounds, each
// round continues the counts of the previous round. A position past the tile's last key must not count: its
// key, if there is one, is the next tile's.
lab::status relative_positions(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t,
                               std::uint32_t* d_relative) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_relative", d_relative}};
  if (lab::status bad = lab::check_tiles(n, d, t, arrays); !bad.ok()) return bad;
  LAB_TODO("04.3: relative_positions");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 4)
// Each key goes to d_starts[bin * tiles + b] + d_relative[i].
// Traps: b is the tile of key i, whichever block scatters it; t.tiles(n) rounds up; d_out is not d_keys.
lab::status scatter(const std::uint32_t* d_keys, const std::uint32_t* d_relative, std::size_t n, digit d,
                    tiling t, const std::uint32_t* d_starts, std::uint32_t* d_out) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_relative", d_relative},
                       lab::named_array{"d_starts", d_starts}, lab::named_array{"d_out", d_out}};
  if (lab::status bad = lab::check_tiles(n, d, t, arrays); !bad.ok()) return bad;
  LAB_TODO("04.4: scatter");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 5)
// Histogram, scan, then one kernel that finds each key's relative position and moves the key.
// Traps: the last digit can be narrower than the others. After an odd number of passes, the result is in
// d_scratch. Counts of one digit that are still in shared memory must not be added to the next digit's.
lab::status sort(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, int bits, tiling t,
                 lab::phase_timer* timer) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_scratch", d_scratch}};
  if (lab::status bad = lab::check_tiles(n, {0, bits}, t, arrays); !bad.ok()) return bad;
  LAB_TODO("04.5: sort", timer);
  return {};
}

// A value goes wherever its key goes. Only the keys decide the order.
lab::status sort_pairs(std::uint32_t* d_keys, std::uint32_t* d_values, std::uint32_t* d_scratch_keys,
                       std::uint32_t* d_scratch_values, std::size_t n, int bits, tiling t,
                       lab::phase_timer* timer) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_values", d_values},
                       lab::named_array{"d_scratch_keys", d_scratch_keys},
                       lab::named_array{"d_scratch_values", d_scratch_values}};
  if (lab::status bad = lab::check_tiles(n, {0, bits}, t, arrays); !bad.ok()) return bad;
  LAB_TODO("04.5: sort_pairs", timer);
  return {};
}
// END YOUR CODE

}  // namespace multiblock_radix
