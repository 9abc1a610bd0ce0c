// SPDX-License-Identifier: Apache-2.0
// Lab 04: radix sort with many blocks, Level 1. Statement: README.md, contract: the .h file.
#include <cuda_runtime.h>

#include <utility>

#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/device_scan.h"
#include "lab/todo.h"
#include "multiblock_radix.h"

namespace multiblock_radix {

// BEGIN YOUR CODE (exercise 1)
// Count in shared memory, then store each counter once, bin after bin.
// Traps: shared memory is not cleared for you; the last tile is not full, but its threads still come to the
// barriers; the counters of one block are `tiles` apart in d_histogram, and bin * tiles can pass 2^32; a tile
// may be more keys than threads.
lab::status block_histogram(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t,
                            std::uint32_t* d_histogram) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_histogram", d_histogram}};
  if (lab::status bad = lab::check_tiles(n, d, t, arrays); !bad.ok()) return bad;
  LAB_TODO("04.1: block_histogram");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
// lab::exclusive_scan (lab/device_scan.h) or your own of lab 03.
// Traps: more than 1024^2 counters need sums of sums if a block scans 1024; d_histogram and d_starts may be
// the same array; room for the sums that the scan needs must live until the scan has run.
lab::status scan_histogram(const std::uint32_t* d_histogram, std::uint32_t* d_starts, std::size_t count) {
  const auto arrays = {lab::named_array{"d_histogram", d_histogram}, lab::named_array{"d_starts", d_starts}};
  if (lab::status bad = lab::check_arrays(count, arrays); !bad.ok()) return bad;
  LAB_TODO("04.2: scan_histogram");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 3)
// For each key the number of keys before it, in its tile, with its digit.
// Traps: "before" is by index, so an atomic counter will not do; a tile that is several rounds of the block
// goes on counting where the round before it ended; keys past n aren't keys, whatever their digit would be.
lab::status relative_positions(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t,
                               std::uint32_t* d_relative) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_relative", d_relative}};
  if (lab::status bad = lab::check_tiles(n, d, t, arrays); !bad.ok()) return bad;
  LAB_TODO("04.3: relative_positions");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 4)
// Each key to d_starts[bin * tiles + b] + d_relative[i].
// Traps: b is the tile of key i and not the block of an older loop; t.tiles(n) rounds up; d_out is not
// d_keys.
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
// Histogram, scan, then one kernel that finds each key's relative position and moves it at once.
// Traps: the last digit may be narrower than the others; after an odd number of passes the result is in
// d_scratch; what is in shared memory at the end of one digit must not be counted in the next.
lab::status sort(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, int bits, tiling t,
                 lab::phase_timer* timer) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_scratch", d_scratch}};
  if (lab::status bad = lab::check_tiles(n, {0, bits}, t, arrays); !bad.ok()) return bad;
  LAB_TODO("04.5: sort", timer);
  return {};
}

// A value goes wherever its key goes. Only the keys are looked at.
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
