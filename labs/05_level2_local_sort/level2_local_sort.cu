// SPDX-License-Identifier: Apache-2.0
// Lab 05: radix sort that sorts its tiles first, Level 2. Task: README.md. Contracts: level2_local_sort.h.
#include <cuda_runtime.h>

#include <utility>

#include "lab/collectives.h"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/device_scan.h"
#include "lab/shared_memory.h"
#include "lab/todo.h"
#include "level2_local_sort.h"

namespace level2_local_sort {

// BEGIN YOUR CODE (exercise 1)
// One block per tile; a thread has up to lab::kMaxItems keys. A key whose bit is 0 goes to place (zeros
// before it in its tile). A key whose bit is 1 goes to place numZeros + (ones before it in its tile).
// Traps: numZeros counts only the keys of this tile, and the last tile can have fewer than t.tile. All
// threads of the block must reach every barrier, even those without a key. d_out can be d_keys.
lab::status split_tiles(const std::uint32_t* d_keys, std::size_t n, int shift, tiling t,
                        std::uint32_t* d_out) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_out", d_out}};
  if (lab::status bad = lab::check_tiles(n, {shift, 1}, t, arrays); !bad.ok()) return bad;
  LAB_TODO("05.1: split_tiles");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
// Make d.bits splits, from the lowest bit up; between splits, the keys stay in shared memory.
// Traps: a bit beyond bit 31 is 0, but a shift by 32 is undefined, so leave out such splits. A digit that no
// key of the tile has still needs its counter. More than 48 KiB of shared memory must be requested.
lab::status sort_tiles(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t, std::uint32_t* d_out,
                       std::uint32_t* d_histogram) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_out", d_out},
                       lab::named_array{"d_histogram", d_histogram}};
  if (lab::status bad = lab::check_tiles(n, d, t, arrays); !bad.ok()) return bad;
  LAB_TODO("05.2: sort_tiles");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 3)
// Scan each tile on its own; the scan is exclusive. Traps: the next bin of the same tile is `tiles` elements
// later; d_local can be d_histogram.
lab::status scan_tile_histograms(const std::uint32_t* d_histogram, std::size_t tiles, int bits,
                                 unsigned block_size, std::uint32_t* d_local) {
  if (lab::status bad = lab::check_bits(bits); !bad.ok()) return bad;
  if (lab::status bad = lab::check_block_size(block_size); !bad.ok()) return bad;
  if (lab::status bad = lab::check_tile_count(tiles); !bad.ok()) return bad;
  const auto arrays = {lab::named_array{"d_histogram", d_histogram}, lab::named_array{"d_local", d_local}};
  if (lab::status bad = lab::check_arrays(tiles, arrays); !bad.ok()) return bad;
  LAB_TODO("05.3: scan_tile_histograms");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 4)
// All threads store; neighbouring threads take neighbouring keys of the tile. Traps: use the place in the
// tile, not in the array; use bin * tiles + b, not b * bins + bin. Places are unsigned: d_starts[…] -
// d_local[…] can wrap, but adding the place makes up for that.
lab::status scatter(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t,
                    const std::uint32_t* d_starts, const std::uint32_t* d_local, std::uint32_t* d_out) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_starts", d_starts},
                       lab::named_array{"d_local", d_local}, lab::named_array{"d_out", d_out}};
  if (lab::status bad = lab::check_tiles(n, d, t, arrays); !bad.ok()) return bad;
  LAB_TODO("05.4: scatter");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 5)
// For each digit: sort the tiles, scan the histograms, scatter. Traps: in which array are the keys after an
// even or an odd number of passes? `bits` need not divide 32. With values, a tile takes twice the memory.
lab::status sort(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, int bits, tiling t,
                 lab::phase_timer* timer) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_scratch", d_scratch}};
  if (lab::status bad = lab::check_tiles(n, {0, bits}, t, arrays); !bad.ok()) return bad;
  LAB_TODO("05.5: sort", timer);
  return {};
}

// A value goes wherever its key goes, both within the tile and in the scatter.
lab::status sort_pairs(std::uint32_t* d_keys, std::uint32_t* d_values, std::uint32_t* d_scratch_keys,
                       std::uint32_t* d_scratch_values, std::size_t n, int bits, tiling t,
                       lab::phase_timer* timer) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_values", d_values},
                       lab::named_array{"d_scratch_keys", d_scratch_keys},
                       lab::named_array{"d_scratch_values", d_scratch_values}};
  if (lab::status bad = lab::check_tiles(n, {0, bits}, t, arrays); !bad.ok()) return bad;
  LAB_TODO("05.5: sort_pairs", timer);
  return {};
}
// END YOUR CODE

}  // namespace level2_local_sort
