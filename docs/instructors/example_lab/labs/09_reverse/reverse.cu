// SPDX-License-Identifier: Apache-2.0
// Lab 09: reverse. Task: README.md. Contracts: reverse.h.
#include <cuda_runtime.h>

#include "lab/cuda_check.h"
#include "lab/todo.h"
#include "reverse.h"

namespace reverse {

// BEGIN YOUR CODE (exercise 1)
// One thread per element. Traps: threads of the last block without an element; a launch of 0 blocks.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  if (n > 0 && d_in == nullptr) return lab::status::bad_argument("d_in", "is null, but n is not 0");
  if (n > 0 && d_out == nullptr) return lab::status::bad_argument("d_out", "is null, but n is not 0");
  LAB_TODO("09.1: reverse_copy");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
// One block per tile. Traps: no thread may store before all have loaded; the last tile can be smaller.
lab::status reverse_tiles(std::uint32_t* d_data, std::size_t n, unsigned tile) {
  if (tile < 1 || tile > kMaxTile) return lab::status::bad_argument("tile", "is not 1 to 1024");
  if (n > 0 && d_data == nullptr) return lab::status::bad_argument("d_data", "is null, but n is not 0");
  LAB_TODO("09.2: reverse_tiles");
  return {};
}
// END YOUR CODE

}  // namespace reverse
