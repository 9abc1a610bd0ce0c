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
// [lab03-article-sort]
static __device__ bool is_in_bin(std::uint32_t key, int bit, std::uint32_t bin) {
  return (key >> bit & 1) == bin;
}

__global__ void predicate_kernel(const std::uint32_t* d_keys, std::size_t n, int bit, std::uint32_t bin,
                                 std::uint32_t* d_bins) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) d_bins[i] = is_in_bin(d_keys[i], bit, bin);
}

__global__ void move_kernel(const std::uint32_t* d_keys, std::size_t n, int bit, std::uint32_t bin,
                            const std::uint32_t* d_cdf, std::uint32_t start, std::uint32_t* d_moved) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n || !is_in_bin(d_keys[i], bit, bin)) return;
  const std::uint32_t place = start + d_cdf[i];
  if (place < n) d_moved[place] = d_keys[i];  // wrong sums can give places outside the array
}

lab::status article_sort(std::uint32_t* d_keys, std::size_t n, int bits, unsigned block_size, bin_scan scan) {
  if (n == 0) return {};
  const unsigned blocks = static_cast<unsigned>((n + block_size - 1) / block_size);
  lab::device_buffer<std::uint32_t> d_bins(n), d_cdf(n), d_moved(n);
  d_moved.fill_bytes(0);  // for places that get no key
  for (int bit = 0; bit < bits; ++bit) {
    std::uint32_t start = 0, keys_of_bin = 0;
    for (const std::uint32_t bin : {0u, 1u}) {
      predicate_kernel<<<blocks, block_size>>>(d_keys, n, bit, bin, d_bins.data());
      CUDA_CHECK_LAUNCH("predicate_kernel");
      if (lab::status bad = scan(d_bins.data(), d_cdf.data(), n, block_size, &keys_of_bin); !bad.ok())
        return bad;
      move_kernel<<<blocks, block_size>>>(d_keys, n, bit, bin, d_cdf.data(), start, d_moved.data());
      CUDA_CHECK_LAUNCH("move_kernel");
      start += keys_of_bin;
    }
    CUDA_CHECK(cudaMemcpy(d_keys, d_moved.data(), n * sizeof *d_keys, cudaMemcpyDeviceToDevice));
  }
  return {};
}
// [lab03-article-sort]
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
// [lab03-watch]
lab::status watch_source_scan(const std::uint32_t* h_in, std::size_t n, unsigned block_size, loop_bound bound,
                              int runs, observation* seen) {
  *seen = {0, kNone, 0};
  lab::device_buffer<std::uint32_t> d_bins(n), d_cdf(n);
  for (int run = 0; run < runs; ++run) {
    d_bins.upload(h_in);  // the previous run has overwritten d_bins
    const lab::status status = run_source_scan(d_bins.data(), d_cdf.data(), n, block_size, bound);
    if (!status.ok()) return status;
    const std::vector<std::uint32_t> got = d_cdf.download();
    std::int64_t first = kNone, wrong = 0;
    std::uint32_t expected = 0;
    for (std::size_t i = 0; i < n; expected += h_in[i++])
      if (got[i] != expected && wrong++ == 0) first = static_cast<std::int64_t>(i);
    if (wrong == 0) continue;
    seen->first_wrong = seen->wrong_runs++ == 0 ? first : std::min(first, seen->first_wrong);
    seen->most_wrong = std::max(wrong, seen->most_wrong);
  }
  return {};
}
// [lab03-watch]
// END YOUR CODE

// BEGIN YOUR CODE (exercise 4)
lab::status check(const scan_job& job, std::size_t limit, unsigned block_size, unsigned multiple) {
  if (block_size < 1 || block_size > kMaxBlockSize || block_size % multiple != 0)
    return lab::status::bad_argument("block_size",
                                     "must be a multiple of " + std::to_string(multiple) + ", at most 1024");
  if (job.n > limit) return lab::status::bad_argument("n", "must be at most " + std::to_string(limit));
  if (job.n > 0 && job.d_in == nullptr) return lab::status::bad_argument("d_in", "is null");
  if (job.n > 0 && job.d_out == nullptr) return lab::status::bad_argument("d_out", "is null");
  return {};
}

// [lab03-one-block]
// Each step reads one row of shared memory and writes the other, so one barrier per step is enough.
__global__ void scan_one_block_kernel(scan_job job) {
  extern __shared__ std::uint32_t s_rows[];
  std::uint32_t *s_from = s_rows, *s_to = s_rows + blockDim.x;
  const unsigned i = threadIdx.x;
  const std::uint32_t own = i < job.n ? job.d_in[i] : 0;
  s_from[i] = own;
  __syncthreads();
  for (unsigned interval = 1; interval < job.n; interval *= 2) {
    s_to[i] = s_from[i] + (i >= interval ? s_from[i - interval] : 0);
    __syncthreads();
    std::uint32_t* const s_old = s_from;
    s_from = s_to;
    s_to = s_old;
  }
  if (i < job.n) job.d_out[i] = s_from[i] - (job.kind == scan_kind::exclusive ? own : 0);
}
// [lab03-one-block]

lab::status scan_one_block(const scan_job& job, unsigned block_size, lab::phase_timer* timer) {
  if (lab::status bad = check(job, block_size, block_size, 1); !bad.ok() || job.n == 0) return bad;
  lab::timed_phase phase(timer, "scan");
  scan_one_block_kernel<<<1, block_size, 2 * block_size * sizeof(std::uint32_t)>>>(job);
  CUDA_CHECK_LAUNCH("scan_one_block_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 5)
constexpr unsigned kAllLanes = 0xffffffffu;
__device__ unsigned lanes_below() { return (1u << threadIdx.x % 32) - 1; }

// [lab03-ladder-warp]
__device__ std::uint32_t scan_by_shuffles(std::uint32_t value) {
  for (unsigned distance = 1; distance < 32; distance <<= 1) {
    const std::uint32_t below = __shfl_up_sync(kAllLanes, value, distance);
    if (threadIdx.x % 32 >= distance) value += below;
  }
  return value;
}

__device__ std::uint32_t count_by_ballot(std::uint32_t value) {
  return __popc(__ballot_sync(kAllLanes, value % 2) & lanes_below());
}

__device__ std::uint32_t rank_by_match(std::uint32_t value) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
  const unsigned equal = __match_any_sync(kAllLanes, value);
#else  // GPUs before Volta lack this instruction
  unsigned equal = 0;
  for (unsigned other = 0; other < 32; ++other)
    equal |= (__shfl_sync(kAllLanes, value, other) == value ? 1u : 0u) << other;
#endif
  return __popc(equal & lanes_below());
}
// [lab03-ladder-warp]

// [lab03-ladder-block]
__device__ std::uint32_t scan_by_warps(std::uint32_t value) {
  __shared__ std::uint32_t s_sums[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::uint32_t upto = scan_by_shuffles(value);
  if (lane == 31) s_sums[warp] = upto;
  __syncthreads();
  const std::uint32_t sums = scan_by_shuffles(lane < blockDim.x / 32 ? s_sums[lane] : 0);
  const std::uint32_t before = __shfl_sync(kAllLanes, sums, warp == 0 ? 0 : warp - 1);
  return (warp == 0 ? 0 : before) + upto - value;
}
// [lab03-ladder-block]

__device__ std::uint32_t sum_of_four(const std::uint32_t* d_four) {
  const uint4 four = *reinterpret_cast<const uint4*>(d_four);
  return four.x + four.y + four.z + four.w;
}

// [lab03-ladder-pass-on]
__device__ void pass_on(std::uint32_t own, std::uint32_t* d_sums, std::uint32_t* d_ready) {
  using flag = cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device>;
  std::uint32_t before = 0;
  if (blockIdx.x > 0) {
    while (flag(d_ready[blockIdx.x - 1]).load(cuda::memory_order_acquire) == 0) {
    }
    before = d_sums[blockIdx.x - 1];
  }
  d_sums[blockIdx.x] = before + own;
  flag(d_ready[blockIdx.x]).store(1, cuda::memory_order_release);
}
// [lab03-ladder-pass-on]

lab::status launch_neighbours(const std::uint32_t* d_in, std::uint32_t* d_met, std::uint32_t* d_out,
                              unsigned blocks) {
  void* arguments[] = {&d_in, &d_met, &d_out};
  CUDA_CHECK(
      cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(neighbours_kernel), blocks, 32, arguments));
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 6)
// ---- How one block scans one tile, for exercises 6 to 8 ----
// The block loads the tile into registers, scans it, and stores it.
// Blocks have whole warps. This code does not assume that the lanes of a warp run together, except in a
// shuffle.

constexpr unsigned kRows = 8;  // a warp scans this many rows of 128 neighbouring elements
constexpr unsigned kItemsPerThread = 4 * kRows;

__host__ __device__ std::size_t tile_size(unsigned block_size) {
  return std::size_t{block_size} * kItemsPerThread;
}
__host__ __device__ unsigned tiles_of(std::size_t n, unsigned block_size) {
  return static_cast<unsigned>((n + tile_size(block_size) - 1) / tile_size(block_size));
}

// [lab03-scan-block]
// Inclusive scans over the lanes of a warp. There are `count` scans at once, so that their shuffles overlap.
template <unsigned count>
__device__ void scan_lanes(std::uint32_t (&x)[count]) {
  for (unsigned distance = 1; distance < 32; distance *= 2)
    for (std::uint32_t& sum : x) {
      const std::uint32_t left = __shfl_up_sync(kAllLanes, sum, distance);
      if (threadIdx.x % 32 >= distance) sum += left;
    }
}

// Replaces x with exclusive sums over the block. The order: warp by warp; within a warp, x[0] of all lanes,
// then x[1], …. Returns the sum of all elements. Has one barrier. s_sums: 32 words that no other code uses
// between the previous barrier and the next one.
template <unsigned count>
__device__ std::uint32_t scan_block(std::uint32_t (&x)[count], std::uint32_t* s_sums) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  std::uint32_t upto[count], before = 0;
  for (unsigned r = 0; r < count; ++r) upto[r] = x[r];
  scan_lanes(upto);
  for (unsigned r = 0; r < count; ++r) {
    x[r] = before + upto[r] - x[r];
    before += __shfl_sync(kAllLanes, upto[r], 31);
  }
  if (lane == 0) s_sums[warp] = before;
  __syncthreads();
  // Every warp scans the sums of all warps itself. If one warp did so for all, another barrier would be
  // needed.
  const std::uint32_t own = lane < blockDim.x / 32 ? s_sums[lane] : 0;
  std::uint32_t upto_warp[1] = {own};
  scan_lanes(upto_warp);
  before = __shfl_sync(kAllLanes, upto_warp[0] - own, warp);
  for (std::uint32_t& sum : x) sum += before;
  return __shfl_sync(kAllLanes, upto_warp[0], 31);
}
// [lab03-scan-block]

// [lab03-tile]
// This thread's part of a tile: four neighbouring elements in each row of its warp. So a warp loads and
// stores a row as 512 contiguous bytes, and one scan over its lanes finishes the row.
struct tile {
  uint4 row[kRows];

  // The tile that begins at element `begin`; elements at or after n count as 0.
  __device__ tile(const scan_job& job, std::size_t begin) {
    const bool vectors = in_vectors(job.d_in, begin, job.n);
    begin += first_of_thread();
    if (vectors) {
      for (unsigned r = 0; r < kRows; ++r)
        row[r] = *reinterpret_cast<const uint4*>(job.d_in + begin + 128 * r);
    } else {
      const auto at = [&](std::size_t i) { return i < job.n ? job.d_in[i] : 0; };
      for (unsigned r = 0; r < kRows; ++r, begin += 128)
        row[r] = {at(begin), at(begin + 1), at(begin + 2), at(begin + 3)};
    }
  }

  __device__ std::uint32_t sum_of_row(unsigned r) const { return row[r].x + row[r].y + row[r].z + row[r].w; }
  __device__ std::uint32_t sum() const {
    std::uint32_t sum = 0;
    for (unsigned r = 0; r < kRows; ++r) sum += sum_of_row(r);
    return sum;
  }
  // [lab03-tile]

  // Stores the sums. `before` is the sum of all elements before the tile; in_tile[r] is the sum of the tile's
  // elements before row[r].
  __device__ void store(const scan_job& job, std::size_t begin, std::uint32_t before,
                        const std::uint32_t (&in_tile)[kRows]) const {
    const bool vectors = in_vectors(job.d_out, begin, job.n);
    begin += first_of_thread();
    for (unsigned r = 0; r < kRows; ++r, begin += 128) {
      const std::uint32_t a = before + in_tile[r], b = a + row[r].x, c = b + row[r].y, d = c + row[r].z,
                          e = d + row[r].w;
      const uint4 sums = job.kind == scan_kind::exclusive ? uint4{a, b, c, d} : uint4{b, c, d, e};
      if (vectors) {
        *reinterpret_cast<uint4*>(job.d_out + begin) = sums;
      } else {
        if (begin < job.n) job.d_out[begin] = sums.x;
        if (begin + 1 < job.n) job.d_out[begin + 1] = sums.y;
        if (begin + 2 < job.n) job.d_out[begin + 2] = sums.z;
        if (begin + 3 < job.n) job.d_out[begin + 3] = sums.w;
      }
    }
  }

 private:
  static __device__ unsigned first_of_thread() {
    return threadIdx.x / 32 * (32 * kItemsPerThread) + threadIdx.x % 32 * 4;
  }
  static __device__ bool in_vectors(const void* p, std::size_t begin, std::size_t n) {
    return begin + tile_size(blockDim.x) <= n && reinterpret_cast<std::uintptr_t>(p) % sizeof(uint4) == 0;
  }
};

// [lab03-scan-tile]
// Sets in_tile[r] to the sum of the tile's elements before row[r], and returns the tile's sum. Has one
// barrier, that of scan_block. s_sums: as for scan_block.
__device__ std::uint32_t scan_tile(const tile& items, std::uint32_t (&in_tile)[kRows],
                                   std::uint32_t* s_sums) {
  for (unsigned r = 0; r < kRows; ++r) in_tile[r] = items.sum_of_row(r);
  return scan_block(in_tile, s_sums);
}
// [lab03-scan-tile]

// ---- Several kernels ----

// [lab03-several-kernels]
__global__ void __launch_bounds__(kMaxBlockSize) sum_tiles_kernel(scan_job job, std::uint32_t* d_sums) {
  __shared__ std::uint32_t s_sums[32];
  std::uint32_t sum[1] = {tile(job, blockIdx.x * tile_size(blockDim.x)).sum()};
  const std::uint32_t total = scan_block(sum, s_sums);
  if (threadIdx.x == 0) d_sums[blockIdx.x] = total;
}

// d_before: for each tile, the sum of all earlier tiles; null if there is only one tile.
__global__ void __launch_bounds__(kMaxBlockSize)
    scan_tiles_kernel(scan_job job, const std::uint32_t* d_before) {
  __shared__ std::uint32_t s_sums[32];
  const std::uint32_t before = d_before == nullptr ? 0 : d_before[blockIdx.x];
  const std::size_t begin = blockIdx.x * tile_size(blockDim.x);
  const tile items(job, begin);
  std::uint32_t in_tile[kRows];
  scan_tile(items, in_tile, s_sums);
  items.store(job, begin, before, in_tile);
}
// [lab03-several-kernels]

// [lab03-levels]
// d_sums: room for the tile sums of all levels. Each level reads its elements twice and writes them once: 3n
// words. The statement's other method, which scans first and adds later, would move 4n words.
void scan_levels(const scan_job& job, unsigned block_size, std::uint32_t* d_sums, lab::phase_timer* timer) {
  const unsigned tiles = tiles_of(job.n, block_size);
  if (tiles > 1) {
    {
      lab::timed_phase phase(timer, "sums of tiles");
      sum_tiles_kernel<<<tiles, block_size>>>(job, d_sums);
      CUDA_CHECK_LAUNCH("sum_tiles_kernel");
    }
    lab::timed_phase phase(timer, "scan of sums");
    scan_levels({d_sums, d_sums, tiles, scan_kind::exclusive}, block_size, d_sums + tiles, nullptr);
  }
  lab::timed_phase phase(timer, "scan of tiles");
  scan_tiles_kernel<<<tiles, block_size>>>(job, tiles > 1 ? d_sums : nullptr);
  CUDA_CHECK_LAUNCH("scan_tiles_kernel");
}
// [lab03-levels]

lab::status scan_any_size(const scan_job& job, unsigned block_size, lab::phase_timer* timer) {
  if (lab::status bad = check(job, kMaxElements, block_size, 32); !bad.ok() || job.n == 0) return bad;
  std::size_t sums = 0;
  for (std::size_t m = tiles_of(job.n, block_size); m > 1; m = tiles_of(m, block_size)) sums += m;
  lab::device_buffer<std::uint32_t> d_sums(sums);
  scan_levels(job, block_size, d_sums.data(), timer);
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 7)
// [lab03-cooperative]
__global__ void __launch_bounds__(kMaxBlockSize)
    scan_cooperative_kernel(scan_job job, std::uint32_t* d_sums) {
  __shared__ std::uint32_t s_sums[2][32];
  const std::size_t tiles = tiles_of(job.n, blockDim.x);
  const std::size_t begin = tiles * blockIdx.x / gridDim.x * tile_size(blockDim.x);
  const std::size_t end = tiles * (blockIdx.x + 1) / gridDim.x * tile_size(blockDim.x);

  std::uint32_t sum[1] = {0};
  for (std::size_t i = begin; i < end; i += tile_size(blockDim.x)) sum[0] += tile(job, i).sum();
  const std::uint32_t total = scan_block(sum, s_sums[0]);
  if (threadIdx.x == 0) d_sums[blockIdx.x] = total;

  cg::this_grid().sync();

  std::uint32_t earlier[1] = {0};
  for (unsigned b = threadIdx.x; b < blockIdx.x; b += blockDim.x) earlier[0] += d_sums[b];
  std::uint32_t before = scan_block(earlier, s_sums[1]);
  for (std::size_t i = begin, turn = 0; i < end; i += tile_size(blockDim.x), turn ^= 1) {
    const tile items(job, i);
    std::uint32_t in_tile[kRows];
    const std::uint32_t sum_of_tile = scan_tile(items, in_tile, s_sums[turn]);
    items.store(job, i, before, in_tile);
    before += sum_of_tile;
  }
}
// [lab03-cooperative]

// [lab03-cooperative-launch]
lab::status scan_cooperative(const scan_job& job, unsigned block_size, lab::phase_timer* timer) {
  if (lab::status bad = check(job, kMaxElements, block_size, 32); !bad.ok() || job.n == 0) return bad;
  int device = 0, processors = 0, resident = 0;  // resident: the blocks that fit on one processor
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  CUDA_CHECK(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, scan_cooperative_kernel, block_size, 0));
  const unsigned blocks = std::min<unsigned>(processors * resident, tiles_of(job.n, block_size));
  lab::device_buffer<std::uint32_t> d_buffer(blocks);
  std::uint32_t* d_sums = d_buffer.data();
  void* arguments[] = {const_cast<scan_job*>(&job), &d_sums};
  lab::timed_phase phase(timer, "scan");
  CUDA_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(scan_cooperative_kernel), blocks,
                                         block_size, arguments));
  return {};
}
// [lab03-cooperative-launch]
// END YOUR CODE

// BEGIN YOUR CODE (exercise 8)
// [lab03-status-word]
// A tile's status is one 64-bit word with its state above its sum. A thread that sees the state also has the
// sum, and reads nothing else that depends on the state. So relaxed loads and stores are enough. With two
// words, the store of the state would have to release and its load to acquire.
using status_word = unsigned long long;
using shared_status = cuda::atomic_ref<status_word, cuda::thread_scope_device>;
constexpr status_word kTileSum = 1ull << 32;  // has the sum of the tile alone (0 means: nothing known yet)
constexpr status_word kPrefix = 2ull << 32;   // has the sum of the tile and all tiles before it
// [lab03-status-word]

// [lab03-look-back]
// Returns the sum of all tiles before `tile`. A whole warp looks back, 32 tiles at a time. Tiles are numbered
// in the order in which their blocks begin, so a block waits only for earlier blocks, which already run.
__device__ std::uint32_t look_back(status_word* d_status, std::int64_t tile) {
  const int lane = threadIdx.x % 32;
  std::uint32_t before = 0;
  for (std::int64_t nearest = tile - 1;; nearest -= 32) {
    status_word status = kPrefix;  // before tile 0, the sum is 0
    do {
      if (nearest >= lane) status = shared_status(d_status[nearest - lane]).load(cuda::memory_order_relaxed);
    } while (__any_sync(kAllLanes, status < kTileSum));
    const unsigned prefixes = __ballot_sync(kAllLanes, status >= kPrefix);
    const int last = prefixes == 0 ? 31 : __ffs(prefixes) - 1;
    const std::uint32_t sum = lane <= last ? static_cast<std::uint32_t>(status) : 0;
    before += __shfl_sync(kAllLanes, scan_by_shuffles(sum), 31);
    if (prefixes != 0) return before;
  }
}
// [lab03-look-back]

// [lab03-single-pass]
__global__ void __launch_bounds__(kMaxBlockSize)
    scan_single_pass_kernel(scan_job job, status_word* d_status, status_word* d_next_tile) {
  __shared__ std::uint32_t s_sums[32], s_before;
  __shared__ std::int64_t s_tile;
  if (threadIdx.x == 0) s_tile = static_cast<std::int64_t>(atomicAdd(d_next_tile, 1ull));
  __syncthreads();
  const std::int64_t number = s_tile;
  const std::size_t begin = number * tile_size(blockDim.x);
  const tile items(job, begin);
  std::uint32_t in_tile[kRows];
  const std::uint32_t sum = scan_tile(items, in_tile, s_sums);
  if (threadIdx.x < 32) {
    const shared_status status(d_status[number]);
    if (threadIdx.x == 0) status.store(kTileSum | sum, cuda::memory_order_relaxed);
    const std::uint32_t before = look_back(d_status, number);
    if (threadIdx.x == 0) status.store(kPrefix | (before + sum), cuda::memory_order_relaxed);
    if (threadIdx.x == 0) s_before = before;
  }
  __syncthreads();
  items.store(job, begin, s_before, in_tile);
}
// [lab03-single-pass]

lab::status scan_single_pass(const scan_job& job, unsigned block_size, lab::phase_timer* timer) {
  if (lab::status bad = check(job, kMaxElements, block_size, 32); !bad.ok() || job.n == 0) return bad;
  const unsigned tiles = tiles_of(job.n, block_size);
  lab::device_buffer<status_word> d_status(tiles + std::size_t{1});  // the last word counts the tiles taken
  lab::timed_phase phase(timer, "scan");
  d_status.fill_bytes(0);
  scan_single_pass_kernel<<<tiles, block_size>>>(job, d_status.data(), d_status.data() + tiles);
  CUDA_CHECK_LAUNCH("scan_single_pass_kernel");
  return {};
}
// END YOUR CODE
