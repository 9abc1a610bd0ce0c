// SPDX-License-Identifier: Apache-2.0
// Lab 01: enumeration sort, from one serial loop to two levels of parallelism. Contracts: enumeration.h.
#include "enumeration.h"
#include "given.h"
#include "lab/device_buffer.h"
#include "lab/todo.h"

namespace enumeration {

// BEGIN YOUR CODE (exercise 1)
// [lab01-comes-before]
// True if key a at index i comes before key b at index j.
template <class T>
__host__ __device__ bool comes_before(T a, std::size_t i, T b, std::size_t j) {
  return a < b || (a == b && i < j);
}
// [lab01-comes-before]

// [lab01-direct]
template <class T>
__global__ void direct_kernel(const T* keys, T* sorted, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const T key = keys[i];
  unsigned rank = 0;
  for (unsigned j = 0; j < n; ++j) rank += comes_before(keys[j], j, key, i);
  sorted[rank] = key;
}
// [lab01-direct]

template <class T>
lab::status sort_direct(const T* keys, T* sorted, std::size_t n, int block_size, lab::phase_timer* timer) {
  if (lab::status bad = check_direct(keys, sorted, n, block_size); !bad.ok()) return bad;
  if (n == 0) return {};
  const lab::timed_phase phase(timer, "rank and place");
  const unsigned count = static_cast<unsigned>(n), threads = static_cast<unsigned>(block_size);
  direct_kernel<<<(count + threads - 1) / threads, threads>>>(keys, sorted, count);
  CUDA_CHECK_LAUNCH("direct_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
// [lab01-nan]
template <>
__host__ __device__ bool comes_before(double a, std::size_t i, double b, std::size_t j) {
  if (!(b <= b)) return a <= a || i < j;  // b is NaN, so every number comes before it
  return a < b || (a == b && i < j);      // false if a is NaN
}
// [lab01-nan]

template <class T>
lab::status sort_host(const T* keys, T* sorted, std::size_t n) {
  if (lab::status bad = check_arrays(keys, sorted, n); !bad.ok()) return bad;
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t rank = 0;
    for (std::size_t j = 0; j < n; ++j) rank += comes_before(keys[j], j, keys[i], i);
    sorted[rank] = keys[i];
  }
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 3)
// [lab01-tile-sizes]
constexpr unsigned kThreads = 256;
constexpr unsigned kKeysPerThread = 2;
constexpr unsigned kTile = kThreads * kKeysPerThread;  // keys in shared memory, and keys ranked per block
using per_key = unsigned[kKeysPerThread];

template <class T>
using order_t = decltype(order_of(T{}));  // an integer type, so one comparison is enough

// Thread t of block b ranks the keys b * kTile + t + k * kThreads, so neighbouring threads load neighbours.
__device__ unsigned index_in_tile(unsigned k) { return threadIdx.x + k * kThreads; }
// [lab01-tile-sizes]

// [lab01-count-tile]
// Where a tile is relative to the block's keys. Both begin at multiples of kTile, so only the block's own
// tile has to compare indices. An equal key in an earlier tile comes first, one in a later tile does not.
enum class tile_is { earlier, own, later };

// The counts are floats: comparisons fill the integer pipe, and float additions run in parallel on the
// floating-point pipe, whereas integer additions may need the integer pipe too. The counts are exact, because
// a tile adds at most kTile.
template <tile_is Where, class K>
__device__ void count_tile(const K* s_tile, const K (&key)[kKeysPerThread], per_key& rank) {
  float count[kKeysPerThread] = {};
#pragma unroll 8
  for (unsigned j = 0; j < kTile; ++j) {
    const K other = s_tile[j];
#pragma unroll
    for (unsigned k = 0; k < kKeysPerThread; ++k) {
      bool before = Where == tile_is::earlier ? other <= key[k] : other < key[k];
      if (Where == tile_is::own) before = before || (other == key[k] && j < index_in_tile(k));
      if (before) count[k] += 1.0f;
    }
  }
  for (unsigned k = 0; k < kKeysPerThread; ++k) rank[k] += static_cast<unsigned>(count[k]);
}
// [lab01-count-tile]

// [lab01-count-tiles]
// For each of the block's keys, adds the number of keys in tiles [first, last) that come before it to `rank`.
template <class T>
__device__ void count_tiles(const T* keys, unsigned n, unsigned first, unsigned last, per_key& rank) {
  __shared__ order_t<T> s_tile[kTile];
  order_t<T> key[kKeysPerThread];
  for (unsigned k = 0; k < kKeysPerThread; ++k) {
    const unsigned i = blockIdx.x * kTile + index_in_tile(k);
    key[k] = i < n ? order_of(keys[i]) : ~order_t<T>{};
  }
  for (unsigned tile = first; tile < last; ++tile) {
    for (unsigned k = 0; k < kKeysPerThread; ++k) {
      const unsigned j = tile * kTile + index_in_tile(k);
      s_tile[index_in_tile(k)] = j < n ? order_of(keys[j]) : ~order_t<T>{};  // padding precedes no key
    }
    __syncthreads();
    if (tile < blockIdx.x) count_tile<tile_is::earlier>(s_tile, key, rank);
    if (tile == blockIdx.x) count_tile<tile_is::own>(s_tile, key, rank);
    if (tile > blockIdx.x) count_tile<tile_is::later>(s_tile, key, rank);
    __syncthreads();  // no thread may overwrite the tile while others still read it
  }
}
// [lab01-count-tiles]

// [lab01-tiled]
template <class T>
__global__ void __launch_bounds__(kThreads) tiled_kernel(const T* keys, T* sorted, unsigned n) {
  per_key rank = {};
  count_tiles(keys, n, 0, gridDim.x, rank);
  for (unsigned k = 0; k < kKeysPerThread; ++k) {
    const unsigned i = blockIdx.x * kTile + index_in_tile(k);
    if (i < n) sorted[rank[k]] = keys[i];
  }
}
// [lab01-tiled]

template <class T>
lab::status sort_tiled(const T* keys, T* sorted, std::size_t n, lab::phase_timer* timer) {
  if (lab::status bad = check_arrays(keys, sorted, n); !bad.ok()) return bad;
  if (n == 0) return {};
  const lab::timed_phase phase(timer, "rank and place");
  const unsigned count = static_cast<unsigned>(n);
  tiled_kernel<<<(count + kTile - 1) / kTile, kThreads>>>(keys, sorted, count);
  CUDA_CHECK_LAUNCH("tiled_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 4)
// [lab01-slices]
// Block (x, y) compares tile x with the tiles of slice y. All ranks are 0 at first.
template <class T>
__global__ void __launch_bounds__(kThreads)
    slice_kernel(const T* keys, std::uint32_t* ranks, unsigned n, unsigned tiles_per_slice) {
  per_key rank = {};
  const unsigned first = blockIdx.y * tiles_per_slice;
  count_tiles(keys, n, first, min(first + tiles_per_slice, gridDim.x), rank);
  for (unsigned k = 0; k < kKeysPerThread; ++k) {
    const unsigned i = blockIdx.x * kTile + index_in_tile(k);
    if (i < n) atomicAdd(&ranks[i], rank[k]);
  }
}
// [lab01-slices]

template <class T>
__global__ void place_kernel(const T* keys, const std::uint32_t* ranks, T* sorted, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sorted[ranks[i]] = keys[i];
}

// [lab01-two-level]
template <class T>
lab::status sort_two_level(const T* keys, T* sorted, std::uint32_t* ranks, std::size_t n, std::size_t slices,
                           lab::phase_timer* timer) {
  if (lab::status bad = check_two_level(keys, sorted, ranks, n, slices); !bad.ok()) return bad;
  if (n == 0) return {};
  const unsigned count = static_cast<unsigned>(n), tiles = (count + kTile - 1) / kTile;
  if (slices == 0)  // about 16 blocks per SM, if there are enough tiles, so that few SMs idle at the end
    slices = 16u * static_cast<unsigned>(device_attribute(cudaDevAttrMultiProcessorCount)) / tiles + 1;
  const unsigned tiles_per_slice = static_cast<unsigned>((tiles + slices - 1) / slices);
  const dim3 grid(tiles, (tiles + tiles_per_slice - 1) / tiles_per_slice);
  {
    const lab::timed_phase phase(timer, "rank");
    CUDA_CHECK(cudaMemsetAsync(ranks, 0, n * sizeof *ranks));
    slice_kernel<<<grid, kThreads>>>(keys, ranks, count, tiles_per_slice);
    CUDA_CHECK_LAUNCH("slice_kernel");
  }
  const lab::timed_phase phase(timer, "place");
  place_kernel<<<(count + 255) / 256, 256>>>(keys, ranks, sorted, count);
  CUDA_CHECK_LAUNCH("place_kernel");
  return {};
}
// [lab01-two-level]
// END YOUR CODE

// BEGIN YOUR CODE (exercise 5)
lab::status sweep_block_sizes(const double* keys, double* sorted, std::size_t n, const int* block_sizes,
                              std::size_t count, int repeats, double* ms) {
  lab::device_buffer<double> d_keys(n), d_sorted(n);
  d_keys.upload(keys);
  for (std::size_t row = 0; row < count; ++row) {
    const auto run = [&](lab::phase_timer* timer) {
      return sort_direct(d_keys.data(), d_sorted.data(), n, block_sizes[row], timer);
    };
    if (lab::status bad = measure(repeats, &ms[row], run); !bad.ok()) return bad;
    d_sorted.download(sorted + row * n);
  }
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 6)
lab::status compare_with_host(const double* keys, double* sorted, const std::size_t* sizes, std::size_t count,
                              int repeats, comparison* rows) {
  for (std::size_t row = 0; row < count; ++row) {
    const std::size_t n = sizes[row];
    lab::device_buffer<double> d_keys(n), d_sorted(n);
    const auto host = [&](lab::phase_timer* timer) {
      const lab::timed_phase phase(timer, "host");
      return sort_host(keys, sorted, n);
    };
    const auto total = [&](lab::phase_timer* timer) {
      const lab::timed_phase phase(timer, "copy, sort, copy back");
      d_keys.upload(keys);
      lab::status status = sort_direct(d_keys.data(), d_sorted.data(), n, 256);
      d_sorted.download(sorted);
      return status;
    };
    const auto kernel = [&](lab::phase_timer* timer) {
      return sort_direct(d_keys.data(), d_sorted.data(), n, 256, timer);
    };
    if (lab::status bad = measure(repeats, &rows[row].host, host); !bad.ok()) return bad;
    if (lab::status bad = measure(repeats, &rows[row].total, total); !bad.ok()) return bad;
    if (lab::status bad = measure(repeats, &rows[row].kernel, kernel); !bad.ok()) return bad;
  }
  return {};
}

// [lab01-crossover]
std::size_t crossover(const std::size_t* sizes, const comparison* rows, std::size_t count) {
  std::size_t from = 0;
  for (std::size_t row = count; row-- > 0 && rows[row].total < rows[row].host;) from = sizes[row];
  return from;
}
// [lab01-crossover]
// END YOUR CODE

// BEGIN YOUR CODE (exercise 7)
// [lab01-bandwidth]
bandwidth analyse_direct(std::size_t n, std::size_t element_bytes, double ms, double peak_gb_s) {
  bandwidth result{};
  const double seconds = ms / 1e3, keys = static_cast<double>(n), warps = (n + 31) / 32;
  result.comparisons_per_s = keys * keys / seconds;
  result.loads_gb_s = keys * keys * element_bytes / seconds / 1e9;
  result.sectors_gb_s = warps * keys * 32 / seconds / 1e9;
  result.dram_gb_s = 2 * keys * element_bytes / seconds / 1e9;
  result.dram_share = result.dram_gb_s / peak_gb_s;
  return result;
}
// [lab01-bandwidth]
// END YOUR CODE

}  // namespace enumeration

ENUMERATION_INSTANTIATE(std::uint32_t);
ENUMERATION_INSTANTIATE(double);
