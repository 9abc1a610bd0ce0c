// SPDX-License-Identifier: Apache-2.0
// Lab 05: radix sort whose blocks sort their tiles in shared memory before they scatter, "Level 2" (source
// 002). What the stub, the solution and the grader agree on. All arrays are in device memory.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lab/phase_timer.h"
#include "lab/radix_tiles.h"
#include "lab/status.h"

namespace level2_local_sort {

// A digit of `bits` bits at `shift`, and how keys are cut into tiles, one for each block: their limits are in
// lab/radix_tiles.h. With `tiles` = t.tiles(n), block b has the keys from b * t.tile up to (b + 1) * t.tile,
// or up to n.
using lab::digit;
using lab::tiling;

// All functions below: arrays do not overlap unless said; n = 0 is allowed and does nothing; `timer` may be
// null. They return bad_argument, and write nothing, for bits outside 1 to lab::kMaxBits ("bits"), shift
// outside 0 to 31 ("shift"), a tiling outside its limits or those of the device ("block_size", "tile"),
// n > lab::kMaxKeys ("n"), more tiles than a grid has blocks ("tiles"), and a null array, called as below,
// that would have elements.

// 05.1  One split of every tile by the bit at `shift`: first its keys whose bit is 0, then those whose bit is
// 1, both in their old order. d_out: n elements; d_out may be d_keys.
lab::status split_tiles(const std::uint32_t* d_keys, std::size_t n, int shift, tiling t,
                        std::uint32_t* d_out);

// 05.2  Every tile sorted by the digit, keys with equal digits in their old order; and
// d_histogram[bin * tiles + b] = number of keys in tile b whose digit is bin. d_out: n elements, may be
// d_keys; d_histogram: bins() * tiles elements with any content.
lab::status sort_tiles(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t, std::uint32_t* d_out,
                       std::uint32_t* d_histogram);

// 05.3  The exclusive scan of each tile's own histogram over its bins: d_local[bin * tiles + b] = the sum of
// d_histogram[smaller * tiles + b] over all smaller bins. `tiles`: number of tiles, in place of n;
// `block_size`: threads of a block; 2^bits * tiles elements each; the arrays may be the same.
lab::status scan_tile_histograms(const std::uint32_t* d_histogram, std::size_t tiles, int bits,
                                 unsigned block_size, std::uint32_t* d_local);

// 05.4  d_keys: every tile sorted by the digit. d_starts: where the keys of tile b with digit bin begin in
// d_out, at [bin * tiles + b]; d_local: where they begin in the tile. Each key goes to
// d_out[d_starts[…] + (its place in the tile) - d_local[…]].
lab::status scatter(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t,
                    const std::uint32_t* d_starts, const std::uint32_t* d_local, std::uint32_t* d_out);

// 05.5  Sorts d_keys ascending by digits of `bits` bits, the least significant first. d_scratch: n elements
// with any content. The result is in d_keys. Takes no more device memory than two histograms and what their
// scan needs. Phases "histogram" (with the sort of the tiles), "scan", "scatter".
lab::status sort(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, int bits, tiling t,
                 lab::phase_timer* timer = nullptr);

// 05.5  The same for pairs (d_keys[i], d_values[i]): equal keys keep the order of their values. All arrays: n
// elements.
lab::status sort_pairs(std::uint32_t* d_keys, std::uint32_t* d_values, std::uint32_t* d_scratch_keys,
                       std::uint32_t* d_scratch_values, std::size_t n, int bits, tiling t,
                       lab::phase_timer* timer = nullptr);

}  // namespace level2_local_sort
