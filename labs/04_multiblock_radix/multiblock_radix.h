// SPDX-License-Identifier: Apache-2.0
// Lab 04: least-significant-digit radix sort with many blocks, "Level 1" (sources 000 section 3, 002). The
// interface of the stub, the solution and the grader. All arrays are in device memory.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lab/phase_timer.h"
#include "lab/radix_tiles.h"
#include "lab/status.h"

namespace multiblock_radix {

// A digit of `bits` bits at `shift`, and how the keys are divided into tiles, one per block. The limits of
// both are in lab/radix_tiles.h. With `tiles` = t.tiles(n), block b has the keys from b * t.tile up to, but
// not including, the smaller of (b + 1) * t.tile and n.
using lab::digit;
using lab::tiling;

// For all functions below: arrays do not overlap unless stated otherwise; n = 0 is allowed and does nothing;
// `timer` may be null. For a bad argument, even with n = 0, a function returns bad_argument with its name and
// writes nothing:
//   "bits"                 outside 1 to lab::kMaxBits
//   "shift"                outside 0 to 31
//   "block_size", "tile"   outside the limits of a tiling or of the device
//   "n"                    more than lab::kMaxKeys
//   "tiles"                more tiles than a grid can have blocks
//   an array's name below  null, although it would have elements

// 04.1  d_histogram[bin * tiles + b] = number of keys in tile b whose digit is bin (bin-major). d_histogram
// has bins() * tiles elements, with any content.
lab::status block_histogram(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t,
                            std::uint32_t* d_histogram);

// 04.2  Exclusive scan of `count` counters, any number of them: d_starts[i] = d_histogram[0] + … +
// d_histogram[i - 1]. Sums are below 2^32. d_histogram and d_starts may be the same array.
lab::status scan_histogram(const std::uint32_t* d_histogram, std::uint32_t* d_starts, std::size_t count);

// 04.3  d_relative[i] = number of keys before key i in its tile with the same digit as key i. n elements.
lab::status relative_positions(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t,
                               std::uint32_t* d_relative);

// 04.4  d_out[d_starts[bin * tiles + b] + d_relative[i]] = d_keys[i] for each key i, where bin is its digit
// and b its tile.
lab::status scatter(const std::uint32_t* d_keys, const std::uint32_t* d_relative, std::size_t n, digit d,
                    tiling t, const std::uint32_t* d_starts, std::uint32_t* d_out);

// 04.5  Sorts d_keys ascending by digits of `bits` bits, the least significant first. d_scratch: n elements
// with any content. The result is in d_keys, whatever the number of passes. Takes no more device memory than
// the histogram and what its scan needs. Phases "histogram", "scan", "scatter", and "copy" if the result
// must be copied back.
lab::status sort(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, int bits, tiling t,
                 lab::phase_timer* timer = nullptr);

// 04.5  Sorts pairs (d_keys[i], d_values[i]) in the same way. Pairs with equal keys keep their order. All
// arrays have n elements.
lab::status sort_pairs(std::uint32_t* d_keys, std::uint32_t* d_values, std::uint32_t* d_scratch_keys,
                       std::uint32_t* d_scratch_values, std::size_t n, int bits, tiling t,
                       lab::phase_timer* timer = nullptr);

}  // namespace multiblock_radix
