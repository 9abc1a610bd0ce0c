// SPDX-License-Identifier: Apache-2.0
// Lab 05: radix sort whose blocks sort their tiles in shared memory before they scatter, "Level 2" (source
// 002). The interface of the stub, the solution and the grader. All arrays are in device memory.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lab/phase_timer.h"
#include "lab/radix_tiles.h"
#include "lab/status.h"

namespace level2_local_sort {

// A digit of `bits` bits at `shift`, and how the keys are divided into tiles, one per block. The limits of
// both are in lab/radix_tiles.h. With `tiles` = t.tiles(n), block b has the keys from b * t.tile up to, but
// not including, the smaller of (b + 1) * t.tile and n.
using lab::digit;
using lab::tiling;

// For all functions below: arrays do not overlap unless stated otherwise; n = 0 is allowed and does nothing;
// `timer` may be null. For a bad argument, a function returns bad_argument with its name and writes nothing:
//   "bits"                 outside 1 to lab::kMaxBits
//   "shift"                outside 0 to 31
//   "block_size", "tile"   outside the limits of a tiling or of the device
//   "n"                    more than lab::kMaxKeys
//   "tiles"                more tiles than a grid can have blocks
//   an array's name below  null, although it would have elements

// 05.1  Splits every tile by the bit at `shift`: first the keys whose bit is 0, then those whose bit is 1.
// Within each of the two groups, the keys keep their order. `d_out` has n elements and may be d_keys.
lab::status split_tiles(const std::uint32_t* d_keys, std::size_t n, int shift, tiling t,
                        std::uint32_t* d_out);

// 05.2  Sorts every tile by the digit; keys with equal digits keep their order. Then counts the keys:
// d_histogram[bin * tiles + b] = number of keys in tile b whose digit is bin.
// `d_out` has n elements and may be d_keys. `d_histogram` has bins() * tiles elements, with any content.
lab::status sort_tiles(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t, std::uint32_t* d_out,
                       std::uint32_t* d_histogram);

// 05.3  The exclusive scan of each tile's histogram over its bins: d_local[bin * tiles + b] = the sum of
// d_histogram[smaller * tiles + b] over all smaller bins. `tiles` is the number of tiles, in place of n.
// `block_size` is in threads. Each array has 2^bits * tiles elements; the two may be the same array.
lab::status scan_tile_histograms(const std::uint32_t* d_histogram, std::size_t tiles, int bits,
                                 unsigned block_size, std::uint32_t* d_local);

// 05.4  In d_keys every tile is sorted by the digit. At [bin * tiles + b], d_starts has the place in d_out
// where the keys of tile b with digit bin begin, and d_local has their place in the tile. Each key goes to
// d_out[d_starts[…] + (its place in the tile) - d_local[…]].
lab::status scatter(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t,
                    const std::uint32_t* d_starts, const std::uint32_t* d_local, std::uint32_t* d_out);

// 05.5  Sorts d_keys ascending by digits of `bits` bits, the least significant first. d_scratch: n elements
// with any content. The result is in d_keys. Takes no more device memory than two histograms and what their
// scan needs. Phases "histogram" (with the sort of the tiles), "scan", "scatter".
lab::status sort(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, int bits, tiling t,
                 lab::phase_timer* timer = nullptr);

// 05.5  Sorts pairs (d_keys[i], d_values[i]) in the same way. Pairs with equal keys keep their order. All
// arrays have n elements.
lab::status sort_pairs(std::uint32_t* d_keys, std::uint32_t* d_values, std::uint32_t* d_scratch_keys,
                       std::uint32_t* d_scratch_values, std::size_t n, int bits, tiling t,
                       lab::phase_timer* timer = nullptr);

}  // namespace level2_local_sort
