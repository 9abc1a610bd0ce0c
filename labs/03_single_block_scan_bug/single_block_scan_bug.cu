// SPDX-License-Identifier: Apache-2.0
// Lab 03: the barrier that does not reach across blocks. Task: README.md. Contracts: the header.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cuda/atomic>
#include <string>
#include <vector>

#include "given.h"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/todo.h"
#include "single_block_scan_bug.h"

namespace cg = cooperative_groups;

// ---- Given: the scan of source 000, with its bugs. Do not change it. given.h launches it. ----

__global__ void scan_cal_kernel(std::uint32_t* d_cdf, std::uint32_t* d_bins, const int size,
                                const int reach) {
  const int my_id = blockDim.x * blockIdx.x + threadIdx.x;
  if (my_id >= size) return;
  const std::uint32_t current_value = d_bins[my_id];
  std::uint32_t current_cdf = current_value;
  for (int interval = 1; interval < reach; interval <<= 1) {
    if (my_id >= interval) current_cdf += d_bins[my_id - interval];
    __syncthreads();
    d_bins[my_id] = current_cdf;
    __syncthreads();
  }
  d_cdf[my_id] = d_bins[my_id] - current_value;
}

// BEGIN YOUR CODE (exercise 1)
// The steps of lab 02, with one thread per key: predicate, scan, move. Contract: article_sort.h.
// Traps: the last block can be partial; wrong sums give places outside the array.
lab::status article_sort(std::uint32_t* d_keys, std::size_t n, int bits, unsigned block_size, bin_scan scan) {
  LAB_TODO("03.1: the article's sort", d_keys, n, bits, block_size, scan);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
lab::status watch_source_scan(const std::uint32_t* h_in, std::size_t n, unsigned block_size, loop_bound bound,
                              int runs, observation* seen) {
  LAB_TODO("03.2: run the given scan `runs` times and compare", h_in, n, block_size, bound, runs);
  *seen = {0, kNone, 0};
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 4)
// One block and two rows of shared memory: each step reads one row and writes the other.
// Refuse bad arguments first, as the header says; no checks are given from here on. You need not use `timer`.
// Traps: n below block_size (which threads must reach the barrier?); a block size that is not a power of 2.
lab::status scan_one_block(const scan_job& job, unsigned block_size,
                           [[maybe_unused]] lab::phase_timer* timer) {
  LAB_TODO("03.4: scan one block in shared memory", job, block_size, timer);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 5)
// ladder.h has the contracts, with pictures.
__device__ std::uint32_t scan_by_shuffles(std::uint32_t value) {
  LAB_TODO("03.5: scan_by_shuffles");
  return value;
}

__device__ std::uint32_t count_by_ballot(std::uint32_t value) {
  LAB_TODO("03.5: count_by_ballot");
  return value;
}

__device__ std::uint32_t rank_by_match(std::uint32_t value) {
  LAB_TODO("03.5: rank_by_match");
  return value;
}

__device__ std::uint32_t scan_by_warps(std::uint32_t value) {
  LAB_TODO("03.5: scan_by_warps");
  return value;
}

__device__ std::uint32_t sum_of_four(const std::uint32_t* d_four) {
  LAB_TODO("03.5: sum_of_four");
  return d_four[0];
}

__device__ void pass_on(std::uint32_t own, std::uint32_t* d_sums, std::uint32_t* d_ready) {
  LAB_TODO("03.5: pass_on", own, d_sums, d_ready);
}

lab::status launch_neighbours(const std::uint32_t* d_in, std::uint32_t* d_met, std::uint32_t* d_out,
                              unsigned blocks) {
  LAB_TODO("03.5: launch_neighbours", d_in, d_met, d_out, blocks);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 6)
// Use launches as the barrier: sum each tile, scan the sums by this same method, then scan every tile from
// its offset. Traps: more sums than one block can scan; a partial last tile; memory for the sums of every
// level; `blockIdx.x * blockDim.x` has 32 bits, and n can be 2^35.
lab::status scan_any_size(const scan_job& job, unsigned block_size,
                          [[maybe_unused]] lab::phase_timer* timer) {
  LAB_TODO("03.6: scan any number of elements", job, block_size, timer);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 7)
// One cooperative launch with as many blocks as fit on the device at once: blocks per multiprocessor times
// cudaDevAttrMultiProcessorCount. Each block scans a share of the elements, and grid.sync() replaces the
// boundaries between launches.
// Traps: a grid larger than fits is refused; every thread of the grid must reach grid.sync().
lab::status scan_cooperative(const scan_job& job, unsigned block_size,
                             [[maybe_unused]] lab::phase_timer* timer) {
  LAB_TODO("03.7: scan in one cooperative launch", job, block_size, timer);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 8)
// One pass: each block publishes the sum of its tile, then adds up the published sums of earlier tiles.
// Traps: blocks start in no particular order; a flag and a sum in two words can be seen in either order.
lab::status scan_single_pass(const scan_job& job, unsigned block_size,
                             [[maybe_unused]] lab::phase_timer* timer) {
  LAB_TODO("03.8: scan in a single pass with look-back", job, block_size, timer);
  return {};
}
// END YOUR CODE
