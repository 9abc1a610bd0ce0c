// SPDX-License-Identifier: Apache-2.0
// Lab 03, exercise 5: the ladder. Seven short functions; each introduces a tool for the next exercises and
// labs. Unless a rung says otherwise, blocks consist of whole warps, and all threads of a block call it
// together. Sums wrap.
//
// The first argument of a _sync function is a mask of the lanes that take part: 0xffffffff is all 32 lanes.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lab/status.h"

// Inclusive sums over the lanes of a warp.
//   lane              0    1    2    3    4  …
//   value             3    1    4    1    5
//   1 below added     3    4    5    5    6     __shfl_up_sync(0xffffffff, sum, 1): sum of the lane 1 below
//   2 below added     3    4    8    9   11     then 4, 8 and 16
//   result            3    4    8    9   14
//
// If there is no lane that far below, a lane gets its own sum back, and must not add it.
__device__ std::uint32_t scan_by_shuffles(std::uint32_t value);

// How many lanes below this one have an odd value.
//   lane              0    1    2    3    4  …
//   value             3    1    4    1    5
//   odd               1    1    0    1    1     __ballot_sync(0xffffffff, odd): bit k is lane k's answer
//   result            0    1    2    2    3     __popc counts the set bits of the lanes below
__device__ std::uint32_t count_by_ballot(std::uint32_t value);

// How many lanes below this one have the same value.
//   lane              0    1    2    3    4  …
//   value             7    2    7    7    2
//   lanes with it    0,2,3 1,4  0,2,3 0,2,3 1,4  __match_any_sync(0xffffffff, value): one bit per lane
//   result            0    0    1    2    1
__device__ std::uint32_t rank_by_match(std::uint32_t value);

// Exclusive sums over the block.
//   warp                      0            1            2
//   its sum                  10           26           42     to shared memory; a barrier
//   sums of warps before      0           10           36     every warp scans all sums for itself
//   result                    that, plus the values of the lanes below in this warp; warp 0 has none before
//
// The block calls it again only after another barrier.
__device__ std::uint32_t scan_by_warps(std::uint32_t value);

// The sum of the four words at d_four, whose address is a multiple of 16 bytes, read by one 16-byte load.
//   thread                    0            1
//   words                 a  b  c  d   e  f  g  h  …
//   four loads            a            e              a warp's 32 words are in 16 sectors; so are the b's, …
//   one load of a uint4   a  b  c  d   e  f  g  h     all 128 words are in 16 sectors, requested once
__device__ std::uint32_t sum_of_four(const std::uint32_t* d_four);

// Called by one thread per block. Adds up `own` of this block and of all blocks before it, stores the sum in
// d_sums[blockIdx.x], and then stores 1 in d_ready[blockIdx.x], which was 0. A block waits until the previous
// block is ready. All blocks fit on the device at once.
//   block 0   d_sums[0] = own          then  d_ready[0] = 1    release: the sum is there before the 1
//   block 1   d_ready[0] == 1 ?        then  d_sums[0]         acquire: the sum is read after the 1
//
// cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> of <cuda/atomic> has loads and stores with these
// orders. Volatile accesses with a __threadfence() before the store and after the load also work.
__device__ void pass_on(std::uint32_t own, std::uint32_t* d_sums, std::uint32_t* d_ready);

// Launches neighbours_kernel(d_in, d_met, d_out) of given.h cooperatively, with `blocks` blocks of 32
// threads. All blocks fit on the device at once.
//   void* arguments[]     &d_in   &d_met   &d_out     the address of each argument, in the kernel's order
//   cudaLaunchCooperativeKernel((const void*)neighbours_kernel, blocks, threads per block, arguments)
lab::status launch_neighbours(const std::uint32_t* d_in, std::uint32_t* d_met, std::uint32_t* d_out,
                              unsigned blocks);

// Given. The grader calls this: it runs a rung for n results in blocks of `block` threads.
enum class rung {
  scan_by_shuffles,
  count_by_ballot,
  rank_by_match,
  scan_by_warps,
  sum_of_four,
  pass_on,
  launch_neighbours
};
lab::status climb(rung which, const std::uint32_t* d_in, std::uint32_t* d_out, unsigned n, unsigned block);
