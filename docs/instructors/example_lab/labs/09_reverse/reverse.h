// SPDX-License-Identifier: Apache-2.0
// Lab 09: reverse an array, as a whole and tile by tile. Arrays are in device memory.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lab/status.h"

namespace reverse {

constexpr unsigned kMaxTile = 1024;  // one thread for each element of a tile

// Both functions: n = 0 is allowed and does nothing. They return bad_argument, and write nothing, for a null
// array with n > 0, named as below. CUDA failures throw lab::cuda_error.

// 09.1  d_out[n - 1 - i] = d_in[i]. n elements each; they do not overlap, and d_in is not changed.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n);

// 09.2  Reverses each tile in place: the elements from b * tile up to (b + 1) * tile, or up to n.
// tile: 1 to kMaxTile ("tile" is refused otherwise).
lab::status reverse_tiles(std::uint32_t* d_data, std::size_t n, unsigned tile);

}  // namespace reverse
