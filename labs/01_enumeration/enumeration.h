// SPDX-License-Identifier: Apache-2.0
// Lab 01: enumeration (rank) sort. The place of a key is the number of keys that come before it.
//
// Order: ascending and stable. Key i comes before key j if keys[i] < keys[j], or if the two are equal and
// i < j. For double, -0.0 equals +0.0. Every NaN comes after all other keys, and all NaNs are equal. The
// result is always a permutation of the input, bit for bit. Source: 001. Section numbers are the source's.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lab/phase_timer.h"
#include "lab/status.h"

namespace enumeration {

// Ranks and block numbers are 32-bit. The sorts refuse more keys than this.
constexpr std::size_t kMaxKeys = (std::size_t{1} << 31) - 1;

// The four sorts, 01.1 to 01.4. T is std::uint32_t or double. `keys` and `sorted` are arrays of n elements
// that do not overlap; `keys` is not changed. n = 0 is allowed and does nothing. `timer` may be null. For a
// null array with n > 0 ("keys", "sorted", "ranks") and for n > kMaxKeys ("n"), the sorts return bad_argument
// and write nothing. They do the same for every other argument that is refused below. In this lab, a CUDA
// failure throws lab::cuda_error. In all labs, the work is in the default stream, and a function may return
// before its kernels have ended.

// 01.1  One thread per key ranks the key and places it. Arrays are in device memory. block_size: threads per
// block, from 1 to the device's limit; any other "block_size" is refused. Phase "rank and place".
template <class T>
lab::status sort_direct(const T* keys, T* sorted, std::size_t n, int block_size,
                        lab::phase_timer* timer = nullptr);

// 01.2  The same sort, serially on the host, with arrays in host memory. O(n^2) comparisons.
template <class T>
lab::status sort_host(const T* keys, T* sorted, std::size_t n);

// 01.3  Like 01.1, but each block passes all keys through shared memory once, and each thread keeps several
// keys in registers. Arrays are in device memory. Phase "rank and place".
template <class T>
lab::status sort_tiled(const T* keys, T* sorted, std::size_t n, lab::phase_timer* timer = nullptr);

// 01.4  Two levels of parallelism. The keys to compare with are also split, into `slices` ranges, and each
// row of blocks handles one range. The partial ranks are added up; a second kernel then places the keys.
// Arrays are in device memory. `ranks` has n elements with any content. On return, ranks[i] is the place of
// keys[i]. slices: 1 to 65535, or 0 to let the function choose. Any other "slices" is refused.
// Phases "rank" and "place".
template <class T>
lab::status sort_two_level(const T* keys, T* sorted, std::uint32_t* ranks, std::size_t n, std::size_t slices,
                           lab::phase_timer* timer = nullptr);

// 01.5  Table 1: times sort_direct for each of block_sizes[0…count). On the host, keys has n doubles and
// sorted has count * n. Row r of sorted receives the result for block_sizes[r]. On return, ms[r] is the
// median time of `repeats` runs (odd, at least 1) of the kernel alone, after one run that is not counted.
// If a run fails, stops and returns its status.
lab::status sweep_block_sizes(const double* keys, double* sorted, std::size_t n, const int* block_sizes,
                              std::size_t count, int repeats, double* ms);

// One row of Table 2. Each time is the median of `repeats` runs, in ms.
struct comparison {
  double host;    // sort_host
  double kernel;  // sort_direct, blocks of 256, keys already on the device
  double total;   // sort_direct, with the copy to the device before it and the copy back after it
};

// 01.6  Table 2: rows[r] has the times for the first sizes[r] elements of keys. keys and sorted are arrays on
// the host, of the largest size. On return, sorted has the device's result for the last row. repeats: odd, at
// least 1.
lab::status compare_with_host(const double* keys, double* sorted, const std::size_t* sizes, std::size_t count,
                              int repeats, comparison* rows);

// 01.6  The smallest of `sizes` (ascending) such that `total` is below `host` in its row and in every later
// row, or 0 if there is none.
std::size_t crossover(const std::size_t* sizes, const comparison* rows, std::size_t count);

// The analysis of section 4.2.3, redone. One GB is 1e9 bytes. Bandwidths are bytes divided by kernel time.
struct bandwidth {
  double comparisons_per_s;  // n^2 over the time
  double loads_gb_s;         // n^2 elements, loaded by the threads. The source takes this for DRAM traffic
  double sectors_gb_s;       // ceil(n/32) warps, each requesting n 32-byte sectors
  double dram_gb_s;          // the least DRAM traffic: every key read once and written once
  double dram_share;         // dram_gb_s as a fraction of peak_gb_s
};

// 01.7  The bandwidths when the direct kernel ranks n > 0 keys of element_bytes each in `ms` > 0
// milliseconds. peak_gb_s: the device's DRAM bandwidth.
bandwidth analyse_direct(std::size_t n, std::size_t element_bytes, double ms, double peak_gb_s);

}  // namespace enumeration
