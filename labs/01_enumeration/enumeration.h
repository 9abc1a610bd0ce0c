// SPDX-License-Identifier: Apache-2.0
// Lab 01: enumeration (rank) sort. The place of a key is the number of keys that come before it.
//
// Order: ascending and stable. Key i comes before key j if keys[i] < keys[j], or if the two are equal and i <
// j. For double, -0.0 equals +0.0, and every NaN comes after everything else, equal to every other NaN; so
// the result is always a permutation of the input, bit for bit. Source: 001 (section numbers below are its
// own).
#pragma once
#include <cstddef>
#include <cstdint>

#include "lab/phase_timer.h"
#include "lab/status.h"

namespace enumeration {

// Ranks and block numbers are 32-bit. A sort of more keys is refused.
constexpr std::size_t kMaxKeys = (std::size_t{1} << 31) - 1;

// The four sorts, 01.1 to 01.4: T is std::uint32_t or double; `keys` and `sorted` are arrays of n elements
// that do not overlap; `keys` is not changed; n = 0 is allowed and does nothing; `timer` may be null. They
// return bad_argument, and write nothing, for a null array with n > 0 ("keys", "sorted", "ranks"), for
// n > kMaxKeys ("n"), and where a function names another argument. Here and below, CUDA failures throw
// lab::cuda_error.

// 01.1  The serial algorithm, on the host, arrays in host memory. O(n^2) comparisons.
template <class T>
lab::status sort_host(const T* keys, T* sorted, std::size_t n);

// 01.2  One thread per key: rank, then place. Arrays in device memory. Blocks of `block_size` threads, 1 up
// to what the device allows ("block_size" is refused otherwise). Phase "rank and place".
template <class T>
lab::status sort_direct(const T* keys, T* sorted, std::size_t n, int block_size,
                        lab::phase_timer* timer = nullptr);

// 01.3  The same, but each block passes all keys through shared memory once, and each thread keeps several
// keys in registers. Arrays in device memory. Phase "rank and place".
template <class T>
lab::status sort_tiled(const T* keys, T* sorted, std::size_t n, lab::phase_timer* timer = nullptr);

// 01.4  Two-level: the keys that each key is compared with are split into `slices` ranges too, each handled
// by another row of blocks; ranks are added up, then a second kernel places the keys. Arrays in device
// memory. `ranks`: n elements of scratch, with any content; on return ranks[i] is the place of keys[i].
// slices: 1 to 65535, or 0 for what suits the device ("slices" is refused otherwise). Phases "rank", "place".
template <class T>
lab::status sort_two_level(const T* keys, T* sorted, std::uint32_t* ranks, std::size_t n, std::size_t slices,
                           lab::phase_timer* timer = nullptr);

// 01.5  Table 1: times sort_direct for each of block_sizes[0…count). keys: n doubles on the host. sorted:
// count * n doubles on the host; row r receives what block_sizes[r] gave. ms[r]: median of `repeats` runs
// (odd, at least 1), kernel alone, after one run that is not counted. Stops at the first status that is not
// ok, and returns it.
lab::status sweep_block_sizes(const double* keys, double* sorted, std::size_t n, const int* block_sizes,
                              std::size_t count, int repeats, double* ms);

// One row of Table 2, each the median of `repeats` runs, in ms.
struct comparison {
  double host;    // sort_host
  double kernel;  // sort_direct, blocks of 256, keys already on the device
  double total;   // the same with the copy to the device before it and the copy back after it
};

// 01.5  Table 2: rows[r] is for the first sizes[r] of keys. keys, sorted: arrays of the greatest size on the
// host; sorted receives the device's result of the last row. repeats: odd, at least 1.
lab::status compare_with_host(const double* keys, double* sorted, const std::size_t* sizes, std::size_t count,
                              int repeats, comparison* rows);

// 01.5  The smallest of `sizes` (ascending) from which on `total` is below `host` in every row; 0 if there is
// none.
std::size_t crossover(const std::size_t* sizes, const comparison* rows, std::size_t count);

// Section 4.2.3 redone. One GB is 1e9 bytes; bandwidths are bytes over the kernel's time.
struct bandwidth {
  double comparisons_per_s;  // n^2 over the time
  double loads_gb_s;         // what the threads ask for: n^2 elements. The source takes this for DRAM traffic
  double sectors_gb_s;       // what warps ask for: ceil(n/32) of them, n sectors of 32 bytes each
  double dram_gb_s;          // what DRAM must deliver and take: every key read once and written once
  double dram_share;         // dram_gb_s as a fraction of peak_gb_s
};

// 01.5  n > 0 keys of element_bytes, ranked by the direct kernel in `ms` > 0 on a device with peak_gb_s of
// DRAM.
bandwidth analyse_direct(std::size_t n, std::size_t element_bytes, double ms, double peak_gb_s);

}  // namespace enumeration
