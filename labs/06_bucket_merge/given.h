// SPDX-License-Identifier: Apache-2.0
// Lab 06, given: how the grader calls the parts of ladder.h, and argument checks for the entry points.
// Each check returns ok, or bad_argument with the name of the bad argument.
#pragma once
#include <cstddef>
#include <initializer_list>
#include <string>

#include "bucket_merge.h"
#include "lab/cuda_check.h"
#include "lab/radix_tiles.h"
#include "ladder.h"
#include "network.h"

namespace bucket_merge {

using lab::named_array;

// Exercise 7: one thread per diagonal d of the merged runs, or per part of 8 keys.
__global__ void diagonals_kernel(const std::uint32_t* d_in, std::uint32_t* d_out, unsigned n, unsigned in_a) {
  const unsigned d = blockIdx.x * blockDim.x + threadIdx.x;
  if (d < n) d_out[d] = keys_from_a(d_in, in_a, d_in + in_a, n - in_a, d);
}

__global__ void parts_kernel(const std::uint32_t* d_in, std::uint32_t* d_out, unsigned n, unsigned in_a) {
  constexpr unsigned kPart = 8;
  const std::uint32_t *a = d_in, *b = d_in + in_a;
  const unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * kPart;
  if (first >= n) return;
  unsigned i = 0, j = 0;  // merging all keys before a part is the slow way to find where it begins
  while (i + j < first) (i < in_a && (j >= n - in_a || a[i] <= b[j]) ? i : j) += 1;
  merge_part(a, in_a, b, n - in_a, i, j, n - first < kPart ? n - first : kPart, d_out + first);
}

inline lab::status launch_rung(rung which, const std::uint32_t* d_in, std::uint32_t* d_out, unsigned n,
                               unsigned in_a) {
  constexpr unsigned kThreads = 64;
  (which == rung::keys_from_a ? diagonals_kernel : parts_kernel)<<<(n + kThreads - 1) / kThreads, kThreads>>>(
      d_in, d_out, n, in_a);
  CUDA_CHECK_LAUNCH("a part of merge path");
  return {};
}

inline lab::status check_keys(std::size_t n, std::size_t most, std::initializer_list<named_array> arrays) {
  if (n > most)
    return lab::status::bad_argument(
        "n", "is " + std::to_string(n) + ", but here it can be at most " + std::to_string(most));
  return lab::check_arrays(n, arrays);
}

// The checks of exercises 1, 8 and 9, which have no columns.
inline lab::status check_block(std::size_t n, std::size_t most, unsigned block_size,
                               std::initializer_list<named_array> arrays) {
  if (lab::status bad = lab::check_block_size(block_size); !bad.ok()) return bad;
  return check_keys(n, most, arrays);
}

// The most keys that sort_block accepts.
inline std::size_t most_in_block(unsigned block_size) {
  const std::size_t most = std::size_t{kMaxItems} * block_size;
  return most < kElements ? most : kElements;
}

// The checks of exercises 2 to 6.
inline lab::status check_columns(std::size_t n, shape s, std::initializer_list<named_array> arrays) {
  if (lab::status bad = lab::check_block_size(s.block_size); !bad.ok()) return bad;
  if (s.columns == 0 || s.columns > s.block_size || s.block_size % s.columns != 0)
    return lab::status::bad_argument("columns", "is " + std::to_string(s.columns) +
                                                    ", but must divide the block's " +
                                                    std::to_string(s.block_size) + " threads");
  return check_keys(n, kElements, arrays);
}

}  // namespace bucket_merge
