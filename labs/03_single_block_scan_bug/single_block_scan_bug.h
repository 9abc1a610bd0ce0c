// SPDX-License-Identifier: Apache-2.0
// Lab 03: the interface of the stub, the solution and the grader. All sums wrap modulo 2^32.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lab/phase_timer.h"
#include "lab/status.h"

// ---- the source's scan (source 000): given, wrong on purpose; do not edit it ----

// How far the loop goes: `grid` doubles the interval while it is below n; `block` doubles it while it is
// below the block size, as printed in the source.
enum class loop_bound { grid, block };

// One launch of ceil(n / block_size) blocks of block_size threads. On success, d_bins (n elements) is
// scanned in place and has the inclusive sums afterwards, and d_cdf (n elements) has the exclusive sums.
// Limits: n is at most kMaxSourceElements, and block_size is 1 to kMaxBlockSize, even with n = 0, which does
// nothing.
lab::status run_source_scan(std::uint32_t* d_bins, std::uint32_t* d_cdf, std::size_t n, unsigned block_size,
                            loop_bound bound);

constexpr unsigned kMaxBlockSize = 1024;
constexpr std::size_t kMaxSourceElements = std::size_t{1} << 30;  // its indices are of type int

// ---- exercise 2: watch it ----

constexpr int kNone = -1;

// The results of watch_source_scan.
struct observation {
  int wrong_runs;            // runs in which at least one element of d_cdf was wrong
  std::int64_t first_wrong;  // the smallest index that was wrong in any run; kNone if no run was wrong
  std::int64_t most_wrong;   // wrong elements in the worst run
};
// Calls run_source_scan `runs` times, each time on a fresh copy of h_in (host memory, n elements, not
// changed), and compares d_cdf with a serial exclusive scan. If a run fails, returns its status.
lab::status watch_source_scan(const std::uint32_t* h_in, std::size_t n, unsigned block_size, loop_bound bound,
                              int runs, observation* seen);

// ---- exercises 4, 6, 7 and 8: correct scans; ladder.h has exercise 5 ----

enum class scan_kind { exclusive, inclusive };

// What to scan. d_in and d_out have n elements each in device memory, at any address that a uint32_t can
// have. They are the same array or do not overlap. d_in is not written unless it is d_out. Nothing outside
// the n elements is read or written.
struct scan_job {
  const std::uint32_t* d_in;
  std::uint32_t* d_out;
  std::size_t n;
  scan_kind kind;
};

// For all scans: a null pointer with n > 0, n above the limit and, even with n = 0, a block size out of range
// are refused. The status names the argument (`d_in`, `d_out`, `n`, `block_size`), and nothing is written.
// Otherwise, n = 0 launches nothing. `timer` may be null; the report's table shows the phases that you time
// with it, under names of your choice. If CUDA fails, they throw lab::cuda_error.

// 4. One launch of one block. block_size is 1 to kMaxBlockSize, and n is at most block_size.
lab::status scan_one_block(const scan_job& job, unsigned block_size, lab::phase_timer* timer = nullptr);

// 6 to 8. n is at most kMaxElements. block_size, in threads, is a positive multiple of 32, at most
// kMaxBlockSize. You choose how many elements each thread handles. (In a web page, a size has 32 bits.)
constexpr std::size_t kMaxElements =
    static_cast<std::size_t>(sizeof(std::size_t) > 4 ? std::uint64_t{1} << 35 : std::uint64_t{1} << 31);

// 6. The barrier is the boundary between kernels. Find the sum of each tile, scan the sums by the same
// method, then scan every tile from its offset.
lab::status scan_any_size(const scan_job& job, unsigned block_size, lab::phase_timer* timer = nullptr);

// 7. One cooperative launch, whose blocks are all resident and wait for each other at grid.sync().
lab::status scan_cooperative(const scan_job& job, unsigned block_size, lab::phase_timer* timer = nullptr);

// 8. One kernel that reads and writes every element once: decoupled look-back (Merrill and Garland, 2016).
lab::status scan_single_pass(const scan_job& job, unsigned block_size, lab::phase_timer* timer = nullptr);
