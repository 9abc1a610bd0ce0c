// SPDX-License-Identifier: Apache-2.0
// Dynamic shared memory that is split into arrays, and tiles that are reused.
#include <cooperative_groups.h>

#include "cases.h"

// expect: clean
template <between what>
__global__ void dynamic_shared_reuse_kernel(int* out) {
  extern __shared__ int s_memory[];
  s_memory[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int right = s_memory[(threadIdx.x + 40) % 64];  // a
  order<what>();
  reinterpret_cast<float*>(s_memory)[threadIdx.x] = right;  // b
  __syncthreads();
  out[threadIdx.x] = static_cast<int>(reinterpret_cast<float*>(s_memory)[63 - threadIdx.x]);
}
CASE(dynamic_shared_reuse) {
  dynamic_shared_reuse_kernel<barrier><<<1, 64, 64 * sizeof(int)>>>(zeros<int>(64));
}

// expect: race shared at a b
CASE(dynamic_shared_reuse_no_barrier) {
  dynamic_shared_reuse_kernel<nothing><<<1, 64, 64 * sizeof(int)>>>(zeros<int>(64));
}

// expect: clean
__global__ void dynamic_split_kernel(const int* in, int* out, int n) {
  extern __shared__ double s_wide[];
  double* s_values = s_wide;
  short* s_keys = reinterpret_cast<short*>(s_values + n);
  s_values[threadIdx.x] = in[threadIdx.x] + 0.5;
  s_keys[threadIdx.x] = static_cast<short>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = static_cast<int>(s_values[n - 1 - threadIdx.x]) + s_keys[threadIdx.x ^ 1];
}
CASE(dynamic_split) {
  dynamic_split_kernel<<<1, 64, 64 * (sizeof(double) + sizeof(short))>>>(zeros<int>(4096), zeros<int>(4096),
                                                                         64);
}

// expect: race shared at a b
__global__ void dynamic_split_overlap_kernel(int* out) {
  extern __shared__ int s_memory[];
  int *s_values = s_memory, *s_keys = s_memory + 32;
  s_values[threadIdx.x] = 1;  // a
  s_keys[threadIdx.x] = 2;    // b
  __syncthreads();
  out[threadIdx.x] = s_memory[threadIdx.x];
}
CASE(dynamic_split_overlap) { dynamic_split_overlap_kernel<<<1, 64, 96 * sizeof(int)>>>(zeros<int>(4096)); }

// expect: out-of-bounds shared at a
__global__ void dynamic_split_too_small_kernel(const int* in, int* out, int n) {
  extern __shared__ int s_memory[];
  int *s_values = s_memory, *s_keys = s_memory + n;
  s_values[threadIdx.x] = in[threadIdx.x];
  s_keys[threadIdx.x] = threadIdx.x;  // a
  __syncthreads();
  out[threadIdx.x] = s_values[n - 1 - threadIdx.x];
}
CASE(dynamic_split_too_small) {
  dynamic_split_too_small_kernel<<<1, 64, 64 * sizeof(int)>>>(zeros<int>(4096), zeros<int>(4096), 64);
}

// expect: race shared at a b
// may: uninitialised-read shared at b
// The next tile is loaded early, into the buffer that is being read.
__global__ void tile_prefetch_same_buffer_kernel(const int* in, int* out) {
  __shared__ int s_tile[2][64];
  int sum = 0;
  s_tile[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int round = 0; round < 4; ++round) {
    s_tile[round % 2][threadIdx.x] = in[(round + 1) * 64 + threadIdx.x];  // a
    for (int k = 0; k < 64; ++k) sum += s_tile[round % 2][63 - k];        // b
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
CASE(tile_prefetch_same_buffer) {
  tile_prefetch_same_buffer_kernel<<<1, 64>>>(zeros<int>(4096), zeros<int>(4096));
}

// expect: clean
// Tiles of a block, and coalesced lanes, synchronise among themselves.
namespace cg = cooperative_groups;
__global__ void tiles_kernel(int* out) {
  __shared__ int s_value[64];
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  s_value[threadIdx.x] = threadIdx.x;
  tile.sync();
  int sum = s_value[threadIdx.x ^ 7];
  tile.sync();
  if (threadIdx.x % 2 == 0) {
    const auto together = cg::coalesced_threads();
    s_value[threadIdx.x] = sum;
    together.sync();
    sum += s_value[threadIdx.x ^ 2];
  }
  out[threadIdx.x] = sum + tile.shfl(sum, 0);
}
CASE(tiles) { tiles_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: race shared at a b
// says: Otherwise put it between the two accesses, in the order in which they run
// There is no loop. A barrier is between the two lines, but both accesses come after it,
// because `fill` is called again after the barrier.
__device__ void fill(int* tile, int value) { tile[threadIdx.x] = value; }  // a

__global__ void tiles_written_again_kernel(int* out) {
  __shared__ int s_tile[64];
  fill(s_tile, 1);
  __syncthreads();
  const int neighbour = 63 - threadIdx.x;
  int sum = 0;
  sum += s_tile[neighbour];  // b
  fill(s_tile, sum + 1);
  out[threadIdx.x] = sum;
}
CASE(tiles_written_again) { tiles_written_again_kernel<<<1, 64>>>(unset<int>(64)); }
