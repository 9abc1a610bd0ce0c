// SPDX-License-Identifier: Apache-2.0
// Lab 01: enumeration sort, from one serial loop to two levels of parallelism. Contracts: enumeration.h.
#include "enumeration.h"
#include "given.h"
#include "lab/device_buffer.h"
#include "lab/todo.h"

namespace enumeration {

// BEGIN YOUR CODE (exercise 1)
// True if key a at index i comes before key b at index j. Trap: equal keys need different ranks.
template <class T>
__host__ __device__ bool comes_before(T a, std::size_t i, T b, std::size_t j) {
  LAB_TODO("01.1: comes_before", a, i, b, j);
  return false;
}

// Thread i ranks keys[i] against all keys, then places it. Trap: the last block can be partial.
template <class T>
__global__ void direct_kernel(const T* keys, T* sorted, unsigned n) {
  LAB_TODO("01.1: direct_kernel", keys, sorted, n);
}

template <class T>
lab::status sort_direct(const T* keys, T* sorted, std::size_t n, int block_size, lab::phase_timer* timer) {
  if (lab::status bad = check_direct(keys, sorted, n, block_size); !bad.ok()) return bad;
  if (n == 0) return {};
  const lab::timed_phase phase(timer, "rank and place");
  // Launch direct_kernel, one thread per key, then CUDA_CHECK_LAUNCH.
  LAB_TODO("01.1: launch direct_kernel", block_size);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
// The same for double keys, which can be NaN. For double, direct_kernel uses this specialisation.
// Trap: NaN compares false with everything, itself included.
template <>
__host__ __device__ bool comes_before(double a, std::size_t i, double b, std::size_t j) {
  LAB_TODO("01.2: comes_before, double", a, i, b, j);
  return false;
}

template <class T>
lab::status sort_host(const T* keys, T* sorted, std::size_t n) {
  if (lab::status bad = check_arrays(keys, sorted, n); !bad.ok()) return bad;
  // Rank each key with comes_before, then place it: sorted[rank] = keys[i].
  LAB_TODO("01.2: sort_host");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 3)
// Write the device code that passes the keys through shared memory, tile by tile, while each thread keeps
// several keys and their ranks in registers. Then write tiled_kernel. With order_of (given.h), one integer
// comparison is enough for any key type.
// Traps: each tile needs two barriers, and all threads must reach them, even those without a key. The last
// tile can be partial.
template <class T>
__global__ void tiled_kernel(const T* keys, T* sorted, unsigned n) {
  LAB_TODO("01.3: tiled_kernel", keys, sorted, n);
}

template <class T>
lab::status sort_tiled(const T* keys, T* sorted, std::size_t n, lab::phase_timer* timer) {
  if (lab::status bad = check_arrays(keys, sorted, n); !bad.ok()) return bad;
  if (n == 0) return {};
  const lab::timed_phase phase(timer, "rank and place");
  // Launch tiled_kernel. Each thread has several keys, so the grid needs fewer threads than there are keys.
  LAB_TODO("01.3: launch tiled_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 4)
// Row y of the grid compares its keys with slice y of all keys and adds its counts to `ranks`. Then
// place_kernel places the keys. Traps: `ranks` can have any content at first; several blocks add to one rank.
template <class T>
__global__ void slice_kernel(const T* keys, std::uint32_t* ranks, unsigned n, unsigned tiles_per_slice) {
  LAB_TODO("01.4: slice_kernel", keys, ranks, n, tiles_per_slice);
}

template <class T>
lab::status sort_two_level(const T* keys, T* sorted, std::uint32_t* ranks, std::size_t n, std::size_t slices,
                           lab::phase_timer* timer) {
  if (lab::status bad = check_two_level(keys, sorted, ranks, n, slices); !bad.ok()) return bad;
  if (n == 0) return {};
  // Use lab::timed_phase for the phases "rank" and "place". Trap: there can be more slices than tiles.
  LAB_TODO("01.4: clear, rank, place", timer);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 5)
lab::status sweep_block_sizes(const double* keys, double* sorted, std::size_t n, const int* block_sizes,
                              std::size_t count, int repeats, double* ms) {
  // Upload once. For each block size, measure() a function that calls sort_direct, which has its own phase:
  //   const auto run = [&](lab::phase_timer* timer) { return sort_direct(/* … */, timer); };
  //   if (lab::status bad = measure(repeats, &ms[row], run); !bad.ok()) return bad;
  // Then download each result into its row of `sorted`.
  LAB_TODO("01.5: sweep_block_sizes", keys, sorted, n, block_sizes, count, repeats, ms);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 6)
lab::status compare_with_host(const double* keys, double* sorted, const std::size_t* sizes, std::size_t count,
                              int repeats, comparison* rows) {
  // For each size, measure() three functions. sort_host has no phase, and `total` includes the copies. So
  // open a phase around the part to be timed: lab::timed_phase phase(timer, "a name").
  LAB_TODO("01.6: compare_with_host", keys, sorted, sizes, count, repeats, rows);
  return {};
}

std::size_t crossover(const std::size_t* sizes, const comparison* rows, std::size_t count) {
  std::size_t from = 0;
  // Trap: a device that wins at one n and loses at a larger n has not crossed over yet.
  LAB_TODO("01.6: crossover", sizes, rows, count);
  return from;
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 7)
bandwidth analyse_direct(std::size_t n, std::size_t element_bytes, double ms, double peak_gb_s) {
  bandwidth result{};
  // Watch the units: ms, and GB of 1e9 bytes. Compute n^2 in floating point, because integers can overflow.
  LAB_TODO("01.7: analyse_direct", n, element_bytes, ms, peak_gb_s);
  return result;
}
// END YOUR CODE

}  // namespace enumeration

ENUMERATION_INSTANTIATE(std::uint32_t);
ENUMERATION_INSTANTIATE(double);
