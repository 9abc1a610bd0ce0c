// SPDX-License-Identifier: Apache-2.0
// The last block to finish does the remaining work.

#include "cases.h"

// expect: race shared at a b
// may: uninitialised-read shared at b
// The threads clear the histogram and count, with no barrier in between.
__global__ void histogram_clear_late_kernel(const int* in, int* bins) {
  __shared__ int s_bins[64];
  s_bins[threadIdx.x] = 0;                                          // a
  atomicAdd(&s_bins[(in[threadIdx.x] + threadIdx.x * 5) % 64], 1);  // b
  __syncthreads();
  bins[blockIdx.x * 64 + threadIdx.x] = s_bins[threadIdx.x];
}
CASE(histogram_clear_late) { histogram_clear_late_kernel<<<1, 64>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: race global-cross-block at b a
// may: uninitialised-read global
// Block 0 clears a histogram with plain stores while other blocks may already add to it with atomics.
struct histogram {
  __device__ void clear() {
    for (int i = threadIdx.x; i < 16; i += blockDim.x) bins[i] = 0;  // a
  }
  unsigned* bins;
};

__device__ void add(const histogram& h, unsigned value) { atomicAdd(&h.bins[value % 16], 1u); }  // b

__global__ void histogram_cleared_by_one_block_kernel(histogram h, const unsigned* values) {
  if (blockIdx.x == 0) h.clear();
  __syncthreads();
  __threadfence();
  add(h, values[blockIdx.x * blockDim.x + threadIdx.x]);
}
CASE(histogram_cleared_by_one_block) {
  histogram_cleared_by_one_block_kernel<<<4, 64>>>(histogram{unset<unsigned>(16)}, zeros<unsigned>(256));
}

// expect: clean
// All blocks count bins with atomics, and the last block reads the bins with plain loads.
__device__ unsigned blocks_done = 0;
template <between what>
__global__ void histogram_last_block_kernel(int* bins, int* out) {
  __shared__ bool s_last;
  atomicAdd(&bins[threadIdx.x % 16], 1);  // a
  order<what>();
  __syncthreads();
  if (threadIdx.x == 0) s_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (s_last && threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];  // b
}
CASE(histogram_last_block) {
  histogram_last_block_kernel<fence><<<4, 64>>>(zeros<int>(4096), zeros<int>(4096));
}

// expect: race global-cross-block at a b
CASE(histogram_last_block_no_fence) {
  histogram_last_block_kernel<nothing><<<4, 64>>>(zeros<int>(4096), zeros<int>(4096));
}

// expect: clean
template <bool atomic>
__global__ void histogram_merge_kernel(const int* in, int* bins) {
  __shared__ int s_bins[16];
  if (threadIdx.x < 16) s_bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s_bins[(in[threadIdx.x] + threadIdx.x) % 16], 1);
  __syncthreads();
  if (threadIdx.x >= 16) return;
  if (atomic)
    atomicAdd(&bins[threadIdx.x], s_bins[threadIdx.x]);
  else
    bins[threadIdx.x] += s_bins[threadIdx.x];  // a
}
CASE(histogram_merge_atomic) { histogram_merge_kernel<true><<<4, 64>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: race global-cross-block at a
CASE(histogram_merge_plain) { histogram_merge_kernel<false><<<4, 64>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: clean
__global__ void fill_kernel(int* data) { data[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; }
__global__ void turn_kernel(const int* data, int* out) {
  out[blockIdx.x * 64 + threadIdx.x] = data[255 - (blockIdx.x * 64 + threadIdx.x)];
}
CASE(kernels_in_a_row) {
  int* const d_data = unset<int>(256, true);
  int* const d_out = unset<int>(256, true);
  for (int round = 0; round < 3; ++round) {
    fill_kernel<<<4, 64>>>(d_data);
    turn_kernel<<<4, 64>>>(d_data, d_out);
    turn_kernel<<<4, 64>>>(d_out, d_data);
  }
}

// expect: clean
__device__ unsigned finished_blocks;
template <between stored, between met, between before_count, between counted, between read>
__global__ void last_block_kernel(int* data) {
  __shared__ bool s_is_last;
  data[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;  // a
  order<stored>();
  order<met>();
  if (threadIdx.x == 0) {
    order<before_count>();
    s_is_last = atomicAdd(&finished_blocks, 1) == gridDim.x - 1;
  }
  order<counted>();
  __syncthreads();
  if (s_is_last) {
    order<read>();
    int sum = 0;
    for (unsigned block = 0; block < gridDim.x; ++block)
      sum += data[block * 64 + (threadIdx.x + 1) % 64];  // b
    data[256 + threadIdx.x] = sum;
  }
}
CASE(last_block) { last_block_kernel<fence, barrier, nothing, nothing, fence><<<4, 64>>>(zeros<int>(512)); }

// expect: clean
// One thread fences for its block after a barrier.
CASE(last_block_one_fence) {
  last_block_kernel<nothing, barrier, fence, fence, nothing><<<4, 64>>>(zeros<int>(512));
}

// expect: race global-cross-block at a b
CASE(last_block_block_fence) {
  last_block_kernel<block_fence, barrier, nothing, nothing, nothing><<<4, 64>>>(zeros<int>(512));
}

// expect: race global-cross-block at a b
CASE(last_block_fence_behind) {
  last_block_kernel<nothing, barrier, nothing, fence, nothing><<<4, 64>>>(zeros<int>(512));
}

// expect: race global-cross-block at a b
// may: race global-same-block at a b
// One thread announces the block before the other threads have finished.
CASE(last_block_no_barrier) {
  last_block_kernel<nothing, nothing, fence, nothing, nothing><<<4, 64>>>(zeros<int>(512));
}

// expect: race global-cross-block at a b
CASE(last_block_no_fence) {
  last_block_kernel<nothing, barrier, nothing, nothing, nothing><<<4, 64>>>(zeros<int>(512));
}

// expect: race global-cross-block at a b
__global__ void last_block_counter_first_kernel(int* parts, int* out) {
  __shared__ bool s_last;
  if (threadIdx.x == 0) {
    __threadfence();
    s_last = atomicAdd(&blocks_done, 1) == gridDim.x - 1;
    parts[blockIdx.x] = blockIdx.x;  // a
  }
  __syncthreads();
  if (!s_last || threadIdx.x != 0) return;
  __threadfence();
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += parts[b];  // b
  out[0] = sum;
}
CASE(last_block_counter_first) {
  last_block_counter_first_kernel<<<6, 64>>>(zeros<int>(4096), zeros<int>(4096));
}

// expect: clean
__global__ void last_block_every_thread_kernel(int* parts, int* out) {
  __shared__ bool s_last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) s_last = atomicAdd(&blocks_done, 1) == gridDim.x - 1;
  __syncthreads();
  if (!s_last) return;
  __threadfence();
  int sum = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x * blockDim.x; i += blockDim.x) sum += parts[i];
  out[threadIdx.x] = sum;
}
CASE(last_block_every_thread) {
  last_block_every_thread_kernel<<<6, 64>>>(zeros<int>(4096), zeros<int>(4096));
}

// expect: clean
// As in the CUDA Programming Guide, thread 0 stores its sum, fences and counts.
__global__ void last_block_guide_kernel(volatile int* data) {
  __shared__ bool s_is_last;
  if (threadIdx.x == 0) {
    data[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    const unsigned value = atomicInc(&finished_blocks, gridDim.x);
    s_is_last = value == gridDim.x - 1;
  }
  __syncthreads();
  if (s_is_last && threadIdx.x == 0) {
    int sum = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) sum += data[block];
    data[8] = sum;
    finished_blocks = 0;
  }
}
CASE(last_block_guide) { last_block_guide_kernel<<<4, 64>>>(zeros<int>(64)); }

// expect: race global-cross-block at a b
// A block announces its value with a fence and a flag, but the flag is a plain store and a plain load.
__global__ void last_block_plain_flag_kernel(int* data, int* out) {
  int* flag = data + 8;
  if (blockIdx.x == 0) {
    data[0] = 7;
    __threadfence();
    *flag = 1;              // a
  } else if (*flag == 1) {  // b
    __threadfence();
    out[0] = 1;
  }
}
CASE(last_block_plain_flag) { last_block_plain_flag_kernel<<<2, 1>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: clean
// The counter returns to zero by itself because atomicInc wraps around, so a second launch works.
__global__ void last_block_wrap_kernel(const int* data, int* parts, int* out) {
  __shared__ int s_sum;
  __shared__ bool s_last;
  if (threadIdx.x == 0) s_sum = 0;
  __syncthreads();
  atomicAdd(&s_sum, data[blockIdx.x * blockDim.x + threadIdx.x] + 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = s_sum;
    __threadfence();
    s_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!s_last) return;
  __threadfence();
  int sum = 0;
  for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x) sum += parts[b];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}
CASE(last_block_wrap) {
  int* const d_data = zeros<int>(4096);
  int* const d_out = zeros<int>(4096);
  for (int i = 0; i < 2; ++i) last_block_wrap_kernel<<<8, 64>>>(d_data, d_data + 2048, d_out);
}

// expect: clean
// Stable ranks by digit within a block, with match_any and per-warp counters.
__global__ void radix_ranks_kernel(const int* in, int* out) {
  __shared__ int s_counts[4][8];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane < 8) s_counts[warp][lane] = 0;
  __syncwarp();
  const int digit = (in[threadIdx.x] + threadIdx.x * 5) % 8;
  const unsigned peers = __match_any_sync(0xffffffff, digit);
  const int rank = __popc(peers & ((1u << lane) - 1));
  if (rank == 0) s_counts[warp][digit] = __popc(peers);
  __syncthreads();
  int before = 0;
  for (int w = 0; w < warp; ++w) before += s_counts[w][digit];
  for (int d = 0; d < digit; ++d)
    for (int w = 0; w < 4; ++w) before += s_counts[w][d];
  out[before + rank] = digit * 1000 + threadIdx.x;
}
CASE(radix_ranks) { radix_ranks_kernel<<<1, 128>>>(zeros<int>(4096), zeros<int>(4096)); }
