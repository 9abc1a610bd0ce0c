// SPDX-License-Identifier: Apache-2.0
// Lab 06: sorted columns and five ways to finish; merge path. Statement: README.md, contract: the .h file.
#include <cuda_runtime.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "bucket_merge.h"
#include "given.h"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/todo.h"

namespace bucket_merge {

// BEGIN YOUR CODE (exercise 1)
#include "columns.cuh"  // load, store and sort columns
#include "merges.cuh"   // the four ways to merge them

__global__ void copy_kernel(const std::uint32_t* d_keys, std::uint32_t* d_out, unsigned n) {
  __shared__ std::uint32_t s_keys[kElements];
  load_keys(d_keys, n, s_keys);
  store_keys(s_keys, n, d_out);
}

lab::status copy_in(const std::uint32_t* d_keys, std::uint32_t* d_out, std::size_t n, unsigned block_size) {
  const auto arrays = {named_array{"d_keys", d_keys}, named_array{"d_out", d_out}};
  if (lab::status bad = check_block(n, kElements, block_size, arrays); !bad.ok() || n == 0) return bad;
  copy_kernel<<<1, block_size>>>(d_keys, d_out, static_cast<unsigned>(n));
  CUDA_CHECK_LAUNCH("copy_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
__global__ void columns_kernel(std::uint32_t* d_keys, unsigned n, unsigned columns) {
  __shared__ std::uint32_t s_keys[kElements], s_ones[kElements];
  load_keys(d_keys, n, s_keys);
  sort_column(s_keys, s_ones, n, columns);
  store_keys(s_keys, n, d_keys);
}

lab::status sort_columns(std::uint32_t* d_keys, std::size_t n, shape s) {
  if (lab::status bad = check_columns(n, s, {{"d_keys", d_keys}}); !bad.ok() || n == 0) return bad;
  columns_kernel<<<1, s.block_size>>>(d_keys, static_cast<unsigned>(n), s.columns);
  CUDA_CHECK_LAUNCH("columns_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 3)
template <class Merge>
__global__ void merge_kernel(const std::uint32_t* d_columns, std::uint32_t* d_out, unsigned n,
                             unsigned columns) {
  __shared__ std::uint32_t s_keys[kElements];
  load_keys(d_columns, n, s_keys);
  Merge()(s_keys, d_out, n, columns);
}

template <class Merge>
lab::status merge_with(const std::uint32_t* d_columns, std::uint32_t* d_out, std::size_t n, shape s) {
  const auto arrays = {named_array{"d_columns", d_columns}, named_array{"d_out", d_out}};
  if (lab::status bad = check_columns(n, s, arrays); !bad.ok() || n == 0) return bad;
  merge_kernel<Merge><<<1, s.block_size>>>(d_columns, d_out, static_cast<unsigned>(n), s.columns);
  CUDA_CHECK_LAUNCH("merge_kernel");
  return {};
}

lab::status merge_1(const std::uint32_t* d_columns, std::uint32_t* d_out, std::size_t n, shape s) {
  return merge_with<by_one_thread>(d_columns, d_out, n, s);
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 4)
lab::status merge_atomic_min(const std::uint32_t* d_columns, std::uint32_t* d_out, std::size_t n, shape s) {
  return merge_with<by_atomic_min>(d_columns, d_out, n, s);
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 5)
lab::status merge_reduction(const std::uint32_t* d_columns, std::uint32_t* d_out, std::size_t n, shape s) {
  return merge_with<by_reduction>(d_columns, d_out, n, s);
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 6)
lab::status merge_reduction_modified(const std::uint32_t* d_columns, std::uint32_t* d_out, std::size_t n,
                                     shape s) {
  return merge_with<by_groups>(d_columns, d_out, n, s);
}

// For finish::cpu: the sorted columns stay columns.
struct by_nobody {
  __device__ void operator()(const std::uint32_t* s_keys, std::uint32_t* d_out, unsigned n, unsigned) const {
    store_keys(s_keys, n, d_out);
  }
};

// [lab06-sort-kernel]
template <class Merge>
__global__ void sort_kernel(std::uint32_t* d_keys, unsigned n, unsigned columns) {
  __shared__ std::uint32_t s_keys[kElements], s_ones[kElements];
  load_keys(d_keys, n, s_keys);
  sort_column(s_keys, s_ones, n, columns);
  Merge()(s_keys, d_keys, n, columns);
}
// [lab06-sort-kernel]

template <class Merge>
void sort_with(std::uint32_t* d_keys, std::size_t n, shape s, lab::phase_timer* timer) {
  lab::timed_phase phase(timer, "kernel");
  sort_kernel<Merge><<<1, s.block_size>>>(d_keys, static_cast<unsigned>(n), s.columns);
  CUDA_CHECK_LAUNCH("sort_kernel");
}

void finish_on_host(std::uint32_t* d_keys, std::size_t n, lab::phase_timer* timer) {
  lab::timed_phase phase(timer, "host");
  std::vector<std::uint32_t> keys(n);
  CUDA_CHECK(cudaMemcpy(keys.data(), d_keys, n * sizeof *d_keys, cudaMemcpyDeviceToHost));
  std::sort(keys.begin(), keys.end());
  CUDA_CHECK(cudaMemcpy(d_keys, keys.data(), n * sizeof *d_keys, cudaMemcpyHostToDevice));
}

lab::status sort_4096(std::uint32_t* d_keys, std::size_t n, shape s, finish how, lab::phase_timer* timer) {
  if (lab::status bad = check_columns(n, s, {{"d_keys", d_keys}}); !bad.ok() || n == 0) return bad;
  switch (how) {
    case finish::cpu:
      sort_with<by_nobody>(d_keys, n, s, timer);
      finish_on_host(d_keys, n, timer);
      break;
    case finish::merge_1:
      sort_with<by_one_thread>(d_keys, n, s, timer);
      break;
    case finish::merge_atomic_min:
      sort_with<by_atomic_min>(d_keys, n, s, timer);
      break;
    case finish::merge_reduction:
      sort_with<by_reduction>(d_keys, n, s, timer);
      break;
    case finish::merge_reduction_modified:
      sort_with<by_groups>(d_keys, n, s, timer);
      break;
  }
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 7)
#include "merge_path.cuh"   // a tile, in one block
#include "merge_tiles.cuh"  // many tiles, through global memory

// The fewest keys for each thread that hold n: 4, 8 or 16.
template <unsigned Items>
void sort_in_block(std::uint32_t* d_keys, unsigned n, unsigned block_size) {
  if constexpr (Items < kMaxItems)
    if (n > Items * block_size) return sort_in_block<2 * Items>(d_keys, n, block_size);
  tiles_kernel<Items><<<1, block_size>>>(d_keys, d_keys, n);
  CUDA_CHECK_LAUNCH("tiles_kernel");
}

lab::status sort_block(std::uint32_t* d_keys, std::size_t n, unsigned block_size) {
  const auto arrays = {named_array{"d_keys", d_keys}};
  if (lab::status bad = check_block(n, most_in_block(block_size), block_size, arrays); !bad.ok() || n == 0)
    return bad;
  sort_in_block<kLeastItems>(d_keys, static_cast<unsigned>(n), block_size);
  return {};
}

// [lab06-any]
// Tiles of at most kElements keys. Each pass of merges goes to the other array, so the tiles begin in the one
// from which the last pass ends in d_keys.
template <unsigned Items>
void sort_with_items(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, unsigned block_size,
                     lab::phase_timer* timer) {
  const std::size_t tile = std::size_t{Items} * block_size;
  const auto tiles = static_cast<unsigned>((n + tile - 1) / tile);
  std::uint32_t *from = d_keys, *to = d_scratch;
  for (std::size_t run = tile; run < n; run *= 2) std::swap(from, to);
  {
    lab::timed_phase phase(timer, "tiles");
    tiles_kernel<Items><<<tiles, block_size>>>(d_keys, from, n);
    CUDA_CHECK_LAUNCH("tiles_kernel");
  }
  if (tiles == 1) return;
  lab::device_buffer<std::uint32_t> d_splits(tiles);
  lab::timed_phase phase(timer, "merge");
  for (std::size_t run = tile; run < n; run *= 2, std::swap(from, to)) {
    splits_kernel<<<(tiles + 127) / 128, 128>>>(from, n, run, tile, tiles, d_splits.data());
    CUDA_CHECK_LAUNCH("splits_kernel");
    merge_tiles_kernel<Items><<<tiles, block_size>>>(from, to, n, run, d_splits.data());
    CUDA_CHECK_LAUNCH("merge_tiles_kernel");
  }
}
// [lab06-any]

lab::status sort_any(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, unsigned block_size,
                     lab::phase_timer* timer) {
  const auto arrays = {named_array{"d_keys", d_keys}, named_array{"d_scratch", d_scratch}};
  if (lab::status bad = check_block(n, kMaxKeys, block_size, arrays); !bad.ok() || n == 0) return bad;
  if (16 * block_size <= kElements)
    sort_with_items<16>(d_keys, d_scratch, n, block_size, timer);
  else if (8 * block_size <= kElements)
    sort_with_items<8>(d_keys, d_scratch, n, block_size, timer);
  else
    sort_with_items<4>(d_keys, d_scratch, n, block_size, timer);
  return {};
}
// END YOUR CODE

}  // namespace bucket_merge
