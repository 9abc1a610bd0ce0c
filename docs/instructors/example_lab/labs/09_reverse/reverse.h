// SPDX-License-Identifier: Apache-2.0
// Lab 09: reverse an array, as a whole and tile by tile. Arrays are in device memory.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lab/status.h"

namespace reverse {

constexpr unsigned kMaxTile = 1024;  // each element of a tile has its own thread

// For both functions: n = 0 is allowed and does nothing. For a null array with n > 0, they return
// bad_argument with the array's name below, and write nothing. If CUDA fails, they throw lab::cuda_error.

// 09.1  d_out[n - 1 - i] = d_in[i]. n elements each. The arrays do not overlap, and d_in is not changed.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n);

// 09.2  Reverses each tile in place: the elements from b * tile up to, but not including, (b + 1) * tile or
// n. tile: 1 to kMaxTile (any other "tile" is refused).
lab::status reverse_tiles(std::uint32_t* d_data, std::size_t n, unsigned tile);

}  // namespace reverse
