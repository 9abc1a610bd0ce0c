// SPDX-License-Identifier: Apache-2.0
// Lab 03, exercise 1: the article's sort, and the scans that it can use.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lab/cuda_check.h"
#include "single_block_scan_bug.h"

// Writes the exclusive sums of the n elements of d_bins to d_cdf, and the sum of all elements to *total, in
// host memory. Blocks have block_size threads. d_bins may have any content afterwards.
using bin_scan = lab::status (*)(std::uint32_t* d_bins, std::uint32_t* d_cdf, std::size_t n,
                                 unsigned block_size, std::uint32_t* total);

// 1. Sorts n keys below 2^bits in place, with one-bit digits, the lowest first. For each bit, bins 0 and 1
// take these three steps, one after the other:
//   predicate   d_bins[i] = 1 if key i is in the bin, else 0
//   scan        of d_bins, by `scan`: d_cdf[i] keys of the bin come before key i, and the bin has *total keys
//   move        key i, if it is in the bin, to place d_cdf[i] of the bin, in a second array
// Bin 1 begins where bin 0 ends. A launch has one thread per key, in blocks of block_size. If `scan` gives
// wrong sums, keys are lost, and places without a key may have any content. But nothing outside the n
// elements is written. bits is 1 to 32. The caller keeps n and block_size within run_source_scan's limits.
// With n = 0 it does nothing. If a scan fails, returns its status.
lab::status article_sort(std::uint32_t* d_keys, std::size_t n, int bits, unsigned block_size, bin_scan scan);

// Reads one word of device memory.
inline std::uint32_t word_at(const std::uint32_t* d_word) {
  std::uint32_t word = 0;
  CUDA_CHECK(cudaMemcpy(&word, d_word, sizeof word, cudaMemcpyDeviceToHost));
  return word;
}

// The article's own scan.
inline lab::status scan_of_the_source(std::uint32_t* d_bins, std::uint32_t* d_cdf, std::size_t n,
                                      unsigned block_size, std::uint32_t* total) {
  const lab::status status = run_source_scan(d_bins, d_cdf, n, block_size, loop_bound::grid);
  if (status.ok()) *total = word_at(d_bins + n - 1);
  return status;
}

// The scan of exercise 6.
inline lab::status scan_repaired(std::uint32_t* d_bins, std::uint32_t* d_cdf, std::size_t n,
                                 unsigned block_size, std::uint32_t* total) {
  const lab::status status = scan_any_size({d_bins, d_cdf, n, scan_kind::exclusive}, block_size);
  if (status.ok()) *total = word_at(d_cdf + n - 1) + word_at(d_bins + n - 1);
  return status;
}
