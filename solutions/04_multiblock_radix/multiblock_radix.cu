// SPDX-License-Identifier: Apache-2.0
// Lab 04: radix sort with many blocks, Level 1. Task: README.md. Contracts: multiblock_radix.h.
#include <cuda_runtime.h>

#include <utility>

#include "lab/collectives.h"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/device_scan.h"
#include "lab/todo.h"
#include "multiblock_radix.h"

namespace multiblock_radix {

// BEGIN YOUR CODE (exercise 1)
constexpr unsigned kMostBins = 1u << lab::kMaxBits;

// The keys of one block: [begin, begin + count).
struct span {
  std::size_t begin;
  unsigned count;
};
__device__ inline span tile_of_block(std::size_t n, tiling t) {
  const std::size_t begin = std::size_t{blockIdx.x} * t.tile;
  return {begin, n - begin < t.tile ? static_cast<unsigned>(n - begin) : t.tile};
}

unsigned grid_of(std::size_t n, tiling t) { return static_cast<unsigned>(t.tiles(n)); }

// [lab04-histogram]
__global__ void histogram_kernel(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t,
                                 std::uint32_t* d_histogram) {
  __shared__ std::uint32_t s_count[kMostBins];
  const span mine = tile_of_block(n, t);
  for (unsigned bin = threadIdx.x; bin < d.bins(); bin += blockDim.x) s_count[bin] = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < mine.count; i += blockDim.x)
    atomicAdd(&s_count[d.of(d_keys[mine.begin + i])], 1u);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < d.bins(); bin += blockDim.x)
    d_histogram[std::size_t{bin} * gridDim.x + blockIdx.x] = s_count[bin];
}
// [lab04-histogram]

lab::status block_histogram(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t,
                            std::uint32_t* d_histogram) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_histogram", d_histogram}};
  if (lab::status bad = lab::check_tiles(n, d, t, arrays); !bad.ok() || n == 0) return bad;
  histogram_kernel<<<grid_of(n, t), t.block_size>>>(d_keys, n, d, t, d_histogram);
  CUDA_CHECK_LAUNCH("histogram_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
lab::status scan_histogram(const std::uint32_t* d_histogram, std::uint32_t* d_starts, std::size_t count) {
  const auto arrays = {lab::named_array{"d_histogram", d_histogram}, lab::named_array{"d_starts", d_starts}};
  if (lab::status bad = lab::check_arrays(count, arrays); !bad.ok()) return bad;
  lab::device_buffer<std::uint32_t> d_sums(lab::scan_workspace(count));
  lab::exclusive_scan(d_histogram, d_starts, count, d_sums.data());
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 3)
// Ranks the keys of a block's tile. Each warp has a piece of the tile, with 32 neighbouring keys per round.
// It also has its own row of counters, so the warps need not wait for each other between rounds.
class tile_ranks {
 public:
  // s_counters: one row of bins per warp.
  __device__ tile_ranks(span mine, digit d, tiling t, std::uint32_t* s_counters)
      : mine_(mine), d_(d), s_counters_(s_counters) {
    rounds_ = (t.tile + blockDim.x - 1) / blockDim.x;
    first_ = threadIdx.x / 32 * rounds_ * 32 + threadIdx.x % 32;
    s_row_ = s_counters + threadIdx.x / 32 * d.bins();
  }

  // [lab04-ranks]
  // Called by whole warps. Ranks the keys of the warp's piece among themselves.
  __device__ void rank_in_warp(const std::uint32_t* d_keys) {
    for (unsigned bin = lab::lane_id(); bin < d_.bins(); bin += 32) s_row_[bin] = 0;
    __syncwarp();
#pragma unroll
    for (unsigned round = 0; round < lab::kMaxItems; ++round)
      if (round < rounds_) rank_round(d_keys, round);
  }
  // [lab04-ranks]

  // [lab04-rows]
  // Called by all threads of the block, between two barriers. In each row, replaces the counter of each bin
  // with the number of the bin's keys in earlier pieces.
  __device__ void sum_rows() const {
    for (unsigned bin = threadIdx.x; bin < d_.bins(); bin += blockDim.x) {
      std::uint32_t sum = 0;
      for (unsigned warp = 0; warp < blockDim.x / 32; ++warp) {
        std::uint32_t& s_count = s_counters_[warp * d_.bins() + bin];
        const std::uint32_t count = s_count;
        s_count = sum;
        sum += count;
      }
    }
  }
  // [lab04-rows]

  // [lab04-visit]
  // Calls visit(index in the tile, key, rank) for every key of this thread.
  template <class Visit>
  __device__ void for_each(Visit visit) const {
#pragma unroll
    for (unsigned round = 0; round < lab::kMaxItems; ++round)
      if (round < rounds_ && index(round) < mine_.count)
        visit(index(round), keys_[round], s_row_[d_.of(keys_[round])] + ranks_[round]);
  }
  // [lab04-visit]

 private:
  __device__ unsigned index(unsigned round) const { return first_ + 32 * round; }

  // [lab04-round]
  // Each lane finds the lanes with its digit, and the last of these advances the digit's counter.
  __device__ void rank_round(const std::uint32_t* d_keys, unsigned round) {
    const bool valid = index(round) < mine_.count;
    const unsigned lanes = __ballot_sync(lab::kAllLanes, valid);
    if (!valid) return;
    keys_[round] = d_keys[mine_.begin + index(round)];
    std::uint32_t& s_count = s_row_[d_.of(keys_[round])];
    const unsigned peers = lab::warp_match(d_.of(keys_[round]), lanes);
    const int below = __popc(peers & lab::lanes_below());
    ranks_[round] = s_count + static_cast<unsigned>(below);
    __syncwarp(lanes);  // all lanes have read the counter
    if (below + 1 == __popc(peers)) s_count = ranks_[round] + 1;
    __syncwarp(lanes);
  }
  // [lab04-round]

  span mine_;
  digit d_;
  std::uint32_t *s_counters_, *s_row_;
  unsigned rounds_, first_;
  std::uint32_t keys_[lab::kMaxItems], ranks_[lab::kMaxItems];  // ranks within the warp's piece
};

std::size_t counter_bytes(digit d, tiling t) { return t.block_size / 32 * d.bins() * sizeof(std::uint32_t); }

__global__ void __launch_bounds__(1024) relative_kernel(const std::uint32_t* d_keys, std::size_t n, digit d,
                                                        tiling t, std::uint32_t* d_relative) {
  extern __shared__ std::uint32_t s_counters[];
  const span mine = tile_of_block(n, t);
  tile_ranks ranks(mine, d, t, s_counters);
  ranks.rank_in_warp(d_keys);
  __syncthreads();  // all keys are counted
  ranks.sum_rows();
  __syncthreads();  // all rows are summed
  ranks.for_each([&](unsigned i, std::uint32_t, std::uint32_t rank) { d_relative[mine.begin + i] = rank; });
}

lab::status relative_positions(const std::uint32_t* d_keys, std::size_t n, digit d, tiling t,
                               std::uint32_t* d_relative) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_relative", d_relative}};
  if (lab::status bad = lab::check_tiles(n, d, t, arrays); !bad.ok() || n == 0) return bad;
  relative_kernel<<<grid_of(n, t), t.block_size, counter_bytes(d, t)>>>(d_keys, n, d, t, d_relative);
  CUDA_CHECK_LAUNCH("relative_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 4)
__global__ void scatter_kernel(const std::uint32_t* d_keys, const std::uint32_t* d_relative, std::size_t n,
                               digit d, tiling t, const std::uint32_t* d_starts, std::uint32_t* d_out) {
  const span mine = tile_of_block(n, t);
  for (std::size_t i = mine.begin + threadIdx.x; i < mine.begin + mine.count; i += blockDim.x) {
    const std::size_t counter = std::size_t{d.of(d_keys[i])} * gridDim.x + blockIdx.x;
    d_out[d_starts[counter] + d_relative[i]] = d_keys[i];
  }
}

lab::status scatter(const std::uint32_t* d_keys, const std::uint32_t* d_relative, std::size_t n, digit d,
                    tiling t, const std::uint32_t* d_starts, std::uint32_t* d_out) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_relative", d_relative},
                       lab::named_array{"d_starts", d_starts}, lab::named_array{"d_out", d_out}};
  if (lab::status bad = lab::check_tiles(n, d, t, arrays); !bad.ok() || n == 0) return bad;
  scatter_kernel<<<grid_of(n, t), t.block_size>>>(d_keys, d_relative, n, d, t, d_starts, d_out);
  CUDA_CHECK_LAUNCH("scatter_kernel");
  return {};
}
// END YOUR CODE

// BEGIN YOUR CODE (exercise 5)
// Keys and their values. `values` is null if there are none.
struct pairs {
  std::uint32_t *keys, *values;
};

// [lab04-rank-and-scatter]
// Exercises 3 and 4 in one kernel: the relative positions stay in the block.
__global__ void __launch_bounds__(1024) rank_and_scatter_kernel(pairs in, pairs out, std::size_t n, digit d,
                                                                tiling t, const std::uint32_t* d_starts) {
  extern __shared__ std::uint32_t s_counters[];
  __shared__ std::uint32_t s_start[kMostBins];
  const span mine = tile_of_block(n, t);
  for (unsigned bin = threadIdx.x; bin < d.bins(); bin += blockDim.x)
    s_start[bin] = d_starts[std::size_t{bin} * gridDim.x + blockIdx.x];
  tile_ranks ranks(mine, d, t, s_counters);
  ranks.rank_in_warp(in.keys);
  __syncthreads();  // all keys are counted
  ranks.sum_rows();
  __syncthreads();  // all rows are summed, and s_start can be read
  ranks.for_each([&](unsigned i, std::uint32_t key, std::uint32_t rank) {
    const std::size_t place = s_start[d.of(key)] + rank;
    out.keys[place] = key;
    if (in.values != nullptr) out.values[place] = in.values[mine.begin + i];
  });
}
// [lab04-rank-and-scatter]

void copy_back(std::uint32_t* to, const std::uint32_t* from, std::size_t n) {
  CUDA_CHECK(cudaMemcpyAsync(to, from, n * sizeof *to, cudaMemcpyDeviceToDevice));
}

// [lab04-passes]
void sort_by_digits(pairs data, pairs scratch, std::size_t n, int bits, tiling t, lab::phase_timer* timer) {
  const std::size_t counters = (std::size_t{1} << bits) * t.tiles(n);
  lab::device_buffer<std::uint32_t> d_histogram(counters), d_sums(lab::scan_workspace(counters));
  pairs in = data, out = scratch;
  for (digit d{0, bits}; d.shift < lab::kKeyBits; d.shift += bits, std::swap(in, out)) {
    {
      lab::timed_phase phase(timer, "histogram");
      histogram_kernel<<<grid_of(n, t), t.block_size>>>(in.keys, n, d, t, d_histogram.data());
      CUDA_CHECK_LAUNCH("histogram_kernel");
    }
    {
      lab::timed_phase phase(timer, "scan");
      lab::exclusive_scan(d_histogram.data(), d_histogram.data(), counters, d_sums.data());
    }
    lab::timed_phase phase(timer, "scatter");
    rank_and_scatter_kernel<<<grid_of(n, t), t.block_size, counter_bytes(d, t)>>>(in, out, n, d, t,
                                                                                  d_histogram.data());
    CUDA_CHECK_LAUNCH("rank_and_scatter_kernel");
  }
  if (in.keys == data.keys) return;
  lab::timed_phase phase(timer, "copy");
  copy_back(data.keys, in.keys, n);
  if (data.values != nullptr) copy_back(data.values, in.values, n);
}
// [lab04-passes]

lab::status sort(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, int bits, tiling t,
                 lab::phase_timer* timer) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_scratch", d_scratch}};
  if (lab::status bad = lab::check_tiles(n, {0, bits}, t, arrays); !bad.ok() || n == 0) return bad;
  sort_by_digits({d_keys, nullptr}, {d_scratch, nullptr}, n, bits, t, timer);
  return {};
}

lab::status sort_pairs(std::uint32_t* d_keys, std::uint32_t* d_values, std::uint32_t* d_scratch_keys,
                       std::uint32_t* d_scratch_values, std::size_t n, int bits, tiling t,
                       lab::phase_timer* timer) {
  const auto arrays = {lab::named_array{"d_keys", d_keys}, lab::named_array{"d_values", d_values},
                       lab::named_array{"d_scratch_keys", d_scratch_keys},
                       lab::named_array{"d_scratch_values", d_scratch_values}};
  if (lab::status bad = lab::check_tiles(n, {0, bits}, t, arrays); !bad.ok() || n == 0) return bad;
  sort_by_digits({d_keys, d_values}, {d_scratch_keys, d_scratch_values}, n, bits, t, timer);
  return {};
}
// END YOUR CODE

}  // namespace multiblock_radix
